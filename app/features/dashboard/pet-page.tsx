// /dashboard/pets/:petId: not in pets, because it shows tags, scans and reports, which come after pets in the order.
import HeartHandshake from "lucide-react/icons/heart-handshake";
import House from "lucide-react/icons/house";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { cancelOffer, findOffer } from "#app/features/pet-transfers/transfers.server.ts";
import { WithdrawForm } from "#app/features/pet-transfers/withdraw-form.tsx";
import { listCaregiversOf } from "#app/features/pets/caregivers/caregivers.server.ts";
import { canEditPet } from "#app/features/pets/caregivers.rules.ts";
import { cardEvents } from "#app/features/pets/documents/pet-card-pdf.server.ts";
import { type HealthEvent, listEventsAndWeights } from "#app/features/pets/health/health.server.ts";
import { HealthTimeline } from "#app/features/pets/health/health-timeline.tsx";
import { WeightChart } from "#app/features/pets/health/weight-chart.tsx";
import { getPetAs } from "#app/features/pets/list/pet-list.server.ts";
import { photoForm } from "#app/features/pets/pets.forms.server.ts";
import { deletePetPhoto, updatePetPhoto } from "#app/features/pets/photos/pet-photo.server.ts";
import { CompleteCard } from "#app/features/pets/profile/complete-card.tsx";
import { PetHeader, petParts } from "#app/features/pets/profile/pet-header.tsx";
import {
  AboutCard,
  CharacterCard,
  ContactsCard,
  MedicalCard,
  VetCard,
} from "#app/features/pets/profile/record-cards.tsx";
import { getReachability } from "#app/features/pets/reachability/reachability.server.ts";
import { ReachabilityNotice } from "#app/features/pets/reachability/reachability-notice.tsx";
import { UnprintableNotice } from "#app/features/pets/unprintable-notice.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, emptyForm, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { findUnprintable } from "#app/platform/pdf/text-outlines.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { Route } from "./+types/pet-page";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const found = await getPetAs(ctx, actor, params.petId);
  const { access, ownerName, isLost } = found;
  const { ownerId, version, createdAt, updatedAt, shown, ...pet } = found.pet;
  const [{ events, weights }, caregivers, reachability, offer] = await Promise.all([
    listEventsAndWeights(ctx, pet.id, cardEvents),
    access === "owner" ? listCaregiversOf(ctx, actor, pet.id) : [],
    access === "owner" ? getReachability(ctx, actor) : null,
    access === "owner" ? findOffer(ctx, pet.id) : null,
  ]);
  return {
    pet: { ...pet, isLost },
    savedAt: updatedAt.getTime(),
    events: events.slice(0, 3),
    unprintable: canEditPet(access) ? await findUnprintable(JSON.stringify([pet, events])) : "",
    weights,
    access,
    ownerName,
    reachability,
    offer: offer && { toEmail: offer.toEmail, createdAt: offer.createdAt, expiresAt: offer.expiresAt },
    caregivers: caregivers.filter(({ state }) => state === "caring").map(({ name, email }) => name || email),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { petId } = args.params;
  return handleIntents(
    args,
    {
      photo: defineIntent(photoForm, async (form) => {
        const isRemoved = form.removePhoto && !form.photo;
        const name = isRemoved
          ? await deletePetPhoto(ctx, actor, petId)
          : await updatePetPhoto(ctx, actor, petId, form);
        const code = isRemoved ? "pets.photoRemoved" : "pets.photoChanged";
        return redirectWithToast(href("/dashboard/pets/:petId", { petId }), {
          type: "success",
          code,
          params: { name },
        });
      }),
      withdraw: defineIntent(
        emptyForm,
        async () => {
          await cancelOffer(ctx, actor, petId);
          return redirectWithToast(href("/dashboard/pets/:petId", { petId }), {
            type: "success",
            code: "transfer.withdrawn",
          });
        },
        "transfer.failed",
      ),
    },
    { files: true },
  );
}

export const handle = { i18n: ["petDetails", "petHealth", "pets", "reachability", "transfer"], title: "pets.profile" };

function CaregiversCard({ pet, caregivers }: { pet: { id: string; name: string }; caregivers: string[] }) {
  const t = useT();
  return (
    <Card as="section" className="print:hidden">
      <CardHeader
        title={t("pets.caregivers.of", { name: pet.name })}
        action={
          <ButtonLink to={href("/dashboard/pets/:petId/caregivers", { petId: pet.id })} variant="ghost" size="sm">
            {t("pets.caregivers.choose")}
          </ButtonLink>
        }
      />
      {caregivers.length === 0 ? (
        <p className="text-sm text-ink-2">{t("pets.caregivers.nobody")}</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {caregivers.map((who, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of them may have one name
            <li key={index} className="max-w-full">
              <Chip tone="brand">
                <bdi>{who}</bdi>
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function CaregiverNotice({ pet, ownerName }: { pet: { id: string; name: string }; ownerName: string }) {
  const t = useT();
  return (
    <Notice
      tone="brand"
      className="mb-6 print:hidden"
      icon={<HeartHandshake />}
      action={
        <ButtonLink to={href("/dashboard/pets/:petId/caregivers", { petId: pet.id })} variant="ghost" size="sm">
          {t("pets.caregivers.yours")}
        </ButtonLink>
      }
    >
      <p>{t("pets.caregivers.you", { name: `\u2068${pet.name}\u2069`, owner: `\u2068${ownerName}\u2069` })}</p>
    </Notice>
  );
}

/** Notice that tells an owner to whom the pet is offered, since when and until when, with a button to withdraw. */
function OpenOffer({
  pet,
  offer,
}: {
  pet: { id: string; name: string };
  offer: { toEmail: string; createdAt: Date; expiresAt: Date };
}) {
  const { t, format } = useViewer();
  const when = (moment: Date) => format.date(moment, "dateTime");
  const values = { name: `\u2068${pet.name}\u2069`, email: `\u2066${offer.toEmail}\u2069` };
  return (
    <Notice
      tone="brand"
      className="mb-6 print:hidden"
      icon={<House />}
      title={t("transfer.openTitle", values)}
      action={<WithdrawForm />}
    >
      <p>{t("transfer.open", { ...values, since: when(offer.createdAt), until: when(offer.expiresAt) })}</p>
      <Link to={href("/dashboard/pets/:petId/transfer", { petId: pet.id })} className="link">
        {t("transfer.seeOwn")}
      </Link>
    </Notice>
  );
}

/** The finder's own page in the frame of a phone, so that what the owner checks is what a finder sees. */
function FinderPreview({ petId, canChange }: { petId: string; canChange: boolean }) {
  const t = useT();
  const page = href("/dashboard/pets/:petId/finder-view", { petId });
  return (
    <Card as="section">
      <CardHeader
        title={t("petDetails.finder")}
        text={t("petDetails.finderText")}
        action={
          canChange && (
            <Link to={href("/dashboard/pets/:petId/edit", { petId })} className="link text-sm">
              {t("form.change")}
            </Link>
          )
        }
      />
      <div className="mx-auto aspect-[9/18] w-full max-w-80 overflow-hidden rounded-3 border-8 border-ink shadow-2">
        <iframe
          src={page}
          title={t("petDetails.finder")}
          sandbox="allow-same-origin"
          loading="lazy"
          scrolling="no"
          inert
          tabIndex={-1}
          className="h-[125%] w-[125%] origin-top-left scale-80 border-0 rtl:origin-top-right"
        />
      </div>
      <p className="mt-3 text-center text-sm">
        <a href={page} target="_blank" rel="noreferrer" className="link">
          {t("petDetails.finderOpen")}
        </a>
      </p>
    </Card>
  );
}

function HealthCard({
  petId,
  events,
  weights,
  isOwner,
}: {
  petId: string;
  events: HealthEvent[];
  weights: { day: string; weightKg: number }[];
  isOwner: boolean;
}) {
  const t = useT();
  return (
    <Card as="section">
      <CardHeader
        title={t("petHealth.title")}
        text={isOwner && t("petDetails.onlyFamily")}
        action={
          <div className="flex flex-wrap gap-2 print:hidden">
            {isOwner && (
              <ButtonLink to={`${href("/dashboard/reminders")}?pet=${petId}`} variant="quiet" size="sm" prefetch="none">
                {t("petHealth.reminders")}
              </ButtonLink>
            )}
            <ButtonLink to={href("/dashboard/pets/:petId/health", { petId })} variant="ghost" size="sm">
              {t(events.length > 0 || !isOwner ? "petHealth.all" : "petHealth.begin")}
            </ButtonLink>
          </div>
        }
      />
      <div className="grid gap-6">
        {weights.length > 1 && <WeightChart weights={weights} />}
        {events.length === 0 ? (
          <p className="text-sm text-ink-2">{t("petHealth.emptyText")}</p>
        ) : (
          <HealthTimeline events={events} />
        )}
      </div>
    </Card>
  );
}

export default function PetPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { pet, events, weights, access, ownerName, caregivers, reachability, offer, unprintable, savedAt } = loaderData;
  const isOwner = access === "owner";
  const canEdit = canEditPet(access);
  return (
    <div className="wrap-anywhere">
      <PetHeader pet={pet} access={access} answer={answer} savedAt={savedAt} />
      {reachability && <ReachabilityNotice reachability={reachability} />}
      {offer && <OpenOffer pet={pet} offer={offer} />}
      <UnprintableNotice
        signs={unprintable}
        editPath={href("/dashboard/pets/:petId/edit", { petId: pet.id })}
        className="mb-6 print:hidden"
      />
      {!isOwner && <CaregiverNotice pet={pet} ownerName={ownerName} />}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)] print:grid-cols-1">
        <div className="grid grid-cols-1 gap-5">
          <Part id={petParts.about}>
            <AboutCard pet={pet} shared={!isOwner} />
            <CharacterCard pet={pet} shared={!isOwner} />
          </Part>
          {canEdit && <CompleteCard pet={pet} isOwner={isOwner} />}
          <Part id={petParts.health}>
            <HealthCard petId={pet.id} events={events} weights={weights} isOwner={isOwner} />
            <MedicalCard pet={pet} shared={!isOwner} />
            <VetCard pet={pet} shared={!isOwner} />
          </Part>
          {isOwner && (
            <Part id={petParts.people}>
              <ContactsCard pet={pet} />
              <CaregiversCard pet={pet} caregivers={caregivers} />
            </Part>
          )}
          {isOwner && (
            <div className="print:hidden">
              <ButtonLink
                to={href("/dashboard/pets/:petId/transfer", { petId: pet.id })}
                variant="ghost"
                size="sm"
                icon={<House aria-hidden className="size-5" />}
              >
                {t("petDetails.transfer")}
              </ButtonLink>
            </div>
          )}
        </div>
        <div id={petParts.finder} className="scroll-mt-20 print:hidden">
          <FinderPreview petId={pet.id} canChange={isOwner} />
        </div>
      </div>
    </div>
  );
}

function Part({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className="grid scroll-mt-20 grid-cols-1 gap-5">
      {children}
    </div>
  );
}
