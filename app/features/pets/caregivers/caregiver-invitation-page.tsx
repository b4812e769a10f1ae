import { href, redirect } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, emptyForm, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { PetSummaryCard } from "../cards/pet-summary-card.tsx";
import type { Route } from "./+types/caregiver-invitation-page";
import {
  acceptInvitation,
  declineInvitation,
  findOwnInvitation,
  getInvitation,
} from "./caregiver-invitations.server.ts";

export const handle = { i18n: ["caregivers", "offeredPets", "pets"], title: "caregivers.title" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const invitation = await getInvitation(ctx, actor, params.invitationId).catch(async (error) => {
    const own = await findOwnInvitation(ctx, actor, params.invitationId);
    throw own ? redirectToOwn(own) : error;
  });
  if (invitation.state === "caring" && invitation.isMine)
    throw redirect(href("/dashboard/pets/:petId/caregivers", { petId: invitation.pet.id }), 302);
  return { invitation };
}

/** Leads the owner to the page where the invitation can be withdrawn; once it has ended, says so. */
function redirectToOwn({ petId, email, isWaiting }: NonNullable<Awaited<ReturnType<typeof findOwnInvitation>>>) {
  return redirectWithToast(
    href("/dashboard/pets/:petId/caregivers", { petId }),
    isWaiting
      ? { type: "info", code: "caregivers.own", params: { email: `\u2066${email}\u2069` } }
      : { type: "info", code: "caregivers.notOpen" },
  );
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { invitationId } = args.params;
  return handleIntents(
    args,
    {
      accept: defineIntent(emptyForm, async () => {
        const { pet } = await getInvitation(ctx, actor, invitationId);
        const petId = await acceptInvitation(ctx, actor, invitationId);
        const toast = { type: "success", code: "caregivers.accepted", params: { name: pet.name } } as const;
        return redirectWithToast(href("/dashboard/pets/:petId/caregivers", { petId }), toast);
      }),
      decline: defineIntent(emptyForm, async () => {
        await declineInvitation(ctx, actor, invitationId);
        return redirectWithToast(href("/dashboard/pets"), "caregivers.declined");
      }),
    },
    { failed: "caregivers.failed" },
  );
}

/** Page on which an invited caregiver reads what caring means and accepts or declines. */
export default function CaregiverInvitationPage({ loaderData }: Route.ComponentProps) {
  const { t, format } = useViewer();
  const { pet, level, untilDay, ownerName, state } = loaderData.invitation;
  const [name, owner] = [`\u2068${pet.name}\u2069`, `\u2068${ownerName}\u2069`];
  if (state !== "waiting")
    return <EmptyState level={1} inCard title={t("caregivers.closed")} text={t("caregivers.closedText", { owner })} />;
  return (
    <div className="grid max-w-3xl gap-5 wrap-anywhere">
      <PageHeader title={t("offeredPets.asksYou", { name, owner })} />
      <PetSummaryCard pet={pet}>
        <p>{t(`caregivers.may.${level}`, { name, owner })}</p>
        {untilDay && (
          <p className="mt-2 text-sm text-ink-2">{t("caregivers.holdsUntil", { day: format.day(untilDay) })}</p>
        )}
      </PetSummaryCard>
      <AppForm className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="accept" size="lg">
          {t("caregivers.accept")}
        </SubmitButton>
        <SubmitButton name="intent" value="decline" variant="ghost" size="lg">
          {t("caregivers.decline")}
        </SubmitButton>
      </AppForm>
    </div>
  );
}
