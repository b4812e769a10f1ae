import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { emptyForm, handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { redirectWithToast, type Toast } from "#app/platform/http/toast.server.ts";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { findAccess, getMoment } from "../pet-access.server.ts";
import { getPublicPet } from "../profile/public-pet.server.ts";
import type { Route } from "./+types/caregivers-page";
import { CaregiverCard } from "./caregiver-card.tsx";
import { changeCaregiverForm, endCaregivingForm, inviteForm } from "./caregivers.forms.server.ts";
import {
  endCaregiving,
  endOwnCaregiving,
  inviteCaregiver,
  listCaregivers,
  updateCaregiver,
} from "./caregivers.server.ts";
import { InviteCard } from "./invite-card.tsx";
import { OwnCaregiving } from "./own-caregiving.tsx";

export const handle = { i18n: ["caregivers", "pets"], title: "caregivers.title" };

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
    redirectWithToast(href("/dashboard/pets/:petId/carers", { petId }), { type, code });
  const failed = "caregivers.failed";
  return handleIntents(args, {
    invite: intent(
      inviteForm,
      async (form) => {
        const { isEmailed } = await inviteCaregiver(ctx, actor, petId, form);
        return isEmailed ? done("caregivers.sent") : done("caregivers.notEmailed", "warning");
      },
      failed,
    ),
    change: intent(
      changeCaregiverForm,
      async ({ caregiverId, ...form }) => {
        await updateCaregiver(ctx, actor, petId, caregiverId, form);
        return done("caregivers.changed");
      },
      failed,
    ),
    end: intent(
      endCaregivingForm,
      async ({ caregiverId }) => {
        await endCaregiving(ctx, actor, petId, caregiverId);
        return done("caregivers.ended");
      },
      failed,
    ),
    leave: intent(
      emptyForm,
      async () => {
        const name = (await getPublicPet(ctx, petId))?.name ?? "";
        await endOwnCaregiving(ctx, actor, petId);
        return redirectWithToast(href("/dashboard/pets"), {
          type: "success",
          code: "caregivers.left",
          params: { name },
        });
      },
      failed,
    ),
  });
}

export const clientAction = submitForm;

/** Page of a pet's caregivers: the owner manages them; a caregiver sees their own access and can leave. */
export default function CaregiversPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { pet, mine, caregivers, today } = loaderData;
  useErrorToast(answer);
  const name = `\u2068${pet.name}\u2069`;
  const reads = mine?.level !== "alerts";
  const path = [
    { label: t("pets.title"), to: href("/dashboard/pets") },
    ...(reads ? [{ label: pet.name, to: href("/dashboard/pets/:petId", { petId: pet.id }) }] : []),
    { label: t("caregivers.title") },
  ];
  return (
    <div className="grid max-w-3xl gap-5 wrap-anywhere">
      <PageHeader
        above={<Breadcrumb items={path} />}
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
