import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { defineIntent, emptyForm, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast, type Toast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { PetPhoto, type PetPortrait } from "../cards/pet-photo.tsx";
import type { CaregiverLevel } from "../caregivers.rules.ts";
import { findAccess, getMoment } from "../pet-access.server.ts";
import { getPublicPet } from "../profile/public-pet.server.ts";
import type { Route } from "./+types/caregivers-page";
import { CaregiverCard, CaregiverFields } from "./caregiver-card.tsx";
import {
  changeCaregiverForm,
  endCaregiving,
  endCaregivingForm,
  endOwnCaregiving,
  inviteCaregiver,
  inviteForm,
  listCaregivers,
  updateCaregiver,
} from "./caregivers.server.ts";

export const handle = { i18n: ["caregivers", "personalLink", "pets"], title: "caregivers.title" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const [found, shown] = await Promise.all([findAccess(ctx, actor, params.petId), getPublicPet(ctx, params.petId)]);
  if (!found || !shown) throw notFound();
  const { id, name, type, photoId, photoFocusX, photoFocusY } = shown;
  const { access, ownerName, untilDay } = found;
  return {
    pet: { id, name, type, photoId, photoFocusX, photoFocusY },
    mine: access === "owner" ? null : { level: access, ownerName, untilDay },
    caregivers: access === "owner" ? await listCaregivers(ctx, actor, id) : [],
    today: getMoment(ctx, actor).today,
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { petId } = args.params;
  const done = (code: Toast["code"], type: Toast["type"] = "success") =>
    redirectWithToast(href("/dashboard/pets/:petId/caregivers", { petId }), { type, code });
  return handleIntents(
    args,
    {
      invite: defineIntent(inviteForm, async (form) => {
        const { isEmailed } = await inviteCaregiver(ctx, actor, petId, form);
        return isEmailed ? done("caregivers.sent") : done("caregivers.notEmailed", "warning");
      }),
      change: defineIntent(changeCaregiverForm, async ({ caregiverId, ...form }) => {
        await updateCaregiver(ctx, actor, petId, caregiverId, form);
        return done("caregivers.changed");
      }),
      end: defineIntent(endCaregivingForm, async ({ caregiverId }) => {
        await endCaregiving(ctx, actor, petId, caregiverId);
        return done("caregivers.ended");
      }),
      leave: defineIntent(emptyForm, async () => {
        const name = (await getPublicPet(ctx, petId))?.name ?? "";
        await endOwnCaregiving(ctx, actor, petId);
        return redirectWithToast(href("/dashboard/pets"), {
          type: "success",
          code: "caregivers.left",
          params: { name },
        });
      }),
    },
    { failed: "caregivers.failed" },
  );
}

interface Fields {
  email: string;
  level: string;
  untilDay: string | null;
}

function InviteCard({ name, today, answer }: { name: string; today: string; answer: FormAnswer | undefined }) {
  const t = useT();
  const [form, fields] = useAppForm<Fields>({
    intent: "invite",
    answer,
    defaultValue: { level: "see" },
  });
  return (
    <Card as="section">
      <CardHeader title={t("caregivers.invite")} />
      <AppForm form={form} className="grid gap-5">
        <LineField
          field={fields.email}
          label={t("caregivers.email")}
          hint={t("caregivers.emailHint")}
          max={254}
          type="email"
          ltr
          needed
        />
        <CaregiverFields level={fields.level} untilDay={fields.untilDay} name={name} today={today} />
        <SubmitButton className="justify-self-start">{t("caregivers.send")}</SubmitButton>
      </AppForm>
    </Card>
  );
}

/** What a caregiver sees of their own care: their access, a link to the pet, and the form to leave. */
function OwnCaregiving({
  pet,
  care,
}: {
  pet: PetPortrait & { name: string };
  care: { level: CaregiverLevel; ownerName: string; untilDay: string | null };
}) {
  const { t, format } = useViewer();
  const [name, owner] = [`\u2068${pet.name}\u2069`, `\u2068${care.ownerName}\u2069`];
  const leave = t("caregivers.leave", { name });
  return (
    <>
      <Card as="section" className="flex flex-wrap items-center gap-5">
        <span className="size-24 shrink-0 overflow-hidden rounded-2">
          <PetPhoto pet={pet} sizes="6rem" />
        </span>
        <div className="grid min-w-0 flex-[1_1_14rem] gap-3">
          <p>{t(`caregivers.may.${care.level}`, { name, owner })}</p>
          {care.untilDay && (
            <p className="text-sm text-ink-2">{t("caregivers.holdsUntil", { day: format.day(care.untilDay) })}</p>
          )}
          <div className="flex flex-wrap gap-3">
            {care.level === "alerts" ? (
              <ButtonLink to={href("/pet/:petId", { petId: pet.id })} variant="ghost" size="sm">
                {t("caregivers.profile")}
              </ButtonLink>
            ) : (
              <ButtonLink to={href("/dashboard/pets/:petId", { petId: pet.id })} size="sm">
                {t("caregivers.openPet", { name })}
              </ButtonLink>
            )}
          </div>
        </div>
      </Card>
      <AppForm intent="leave">
        <ConfirmDialog
          trigger={<SubmitButton variant="ghost">{leave}</SubmitButton>}
          title={t("caregivers.leaveTitle", { name })}
          description={t("caregivers.leaveText", { owner })}
        />
      </AppForm>
    </>
  );
}

/** Page of a pet's caregivers: the owner manages them; a caregiver sees their own access and can leave. */
export default function CaregiversPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { pet, mine, caregivers, today } = loaderData;
  const name = `\u2068${pet.name}\u2069`;
  const reads = mine?.level !== "alerts";
  const path = [
    { label: t("pets.title"), to: href("/dashboard/pets") },
    ...(reads ? [{ label: pet.name, to: href("/dashboard/pets/:petId", { petId: pet.id }) }] : []),
  ];
  return (
    <div className="grid max-w-3xl gap-5 wrap-anywhere">
      <PageHeader
        path={path}
        current={t("caregivers.title")}
        title={mine ? t("caregivers.mine", { name }) : t("caregivers.of", { name })}
        lead={
          mine ? t("caregivers.mineLead", { owner: `\u2068${mine.ownerName}\u2069` }) : t("caregivers.lead", { name })
        }
      />
      {mine ? (
        <OwnCaregiving pet={pet} care={mine} />
      ) : (
        <>
          {caregivers.length > 0 && (
            <section className="grid gap-3">
              <h2 className="text-lg">{t("caregivers.with")}</h2>
              <ul className="grid gap-4">
                {caregivers.map((caregiver) => (
                  <CaregiverCard key={caregiver.id} caregiver={caregiver} name={name} today={today} answer={answer} />
                ))}
              </ul>
            </section>
          )}
          <InviteCard key={caregivers.length} name={name} today={today} answer={answer} />
        </>
      )}
    </div>
  );
}
