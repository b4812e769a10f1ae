// /dashboard/transfers/:transferId: not in pets, see transfer-page.tsx.
import { href, redirect } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { PetSummaryCard } from "#app/features/pets/cards/pet-summary-card.tsx";
import { getPetQuota } from "#app/features/pets/pet-quota.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, emptyForm, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/accept-transfer-page";
import { acceptOffer, declineOffer, findEndedOffer, findOwnOffer, getOfferTo } from "./transfers.server.ts";

export const handle = { i18n: ["offeredPets", "pets", "plans", "transfer"], title: "transfer.title" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const offer = await getOfferTo(ctx, actor, params.transferId).catch(async (error) => {
    const own = await findOwnOffer(ctx, actor, params.transferId);
    if (own) throw redirectToOwn(own);
    const ended = await findEndedOffer(ctx, actor, params.transferId);
    if (!ended) throw error;
    const { petId } = ended;
    throw petId
      ? redirect(href("/dashboard/pets/:petId", { petId }))
      : redirectWithToast(href("/dashboard/pets"), { type: "info", code: "transfer.notOpen" });
  });
  return { offer, room: await getPetQuota(ctx, actor) };
}

/** Leads the owner to the page of the offer, where it can be withdrawn; once it has ended, says so. */
function redirectToOwn({ petId, toEmail, isOpen }: NonNullable<Awaited<ReturnType<typeof findOwnOffer>>>) {
  const to = petId ? href("/dashboard/pets/:petId/transfer", { petId }) : href("/dashboard/pets");
  return redirectWithToast(
    to,
    isOpen
      ? { type: "info", code: "transfer.own", params: { email: `\u2066${toEmail}\u2069` } }
      : { type: "info", code: "transfer.notOpen" },
  );
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { transferId } = args.params;
  return handleIntents(
    args,
    {
      accept: defineIntent(emptyForm, async () => {
        const { pet } = await getOfferTo(ctx, actor, transferId);
        const petId = await acceptOffer(ctx, actor, transferId);
        const toast = { type: "success", code: "transfer.accepted", params: { name: pet.name } } as const;
        return redirectWithToast(href("/dashboard/pets/:petId", { petId }), toast);
      }),
      decline: defineIntent(emptyForm, async () => {
        await declineOffer(ctx, actor, transferId);
        return redirectWithToast(href("/dashboard/pets"), "transfer.declined");
      }),
    },
    { failed: "transfer.failed" },
  );
}

/** Page where the receiver of an offered pet sees what is transferred, and accepts or declines. */
export default function AcceptTransferPage({ loaderData }: Route.ComponentProps) {
  const { t, format } = useViewer();
  const { offer, room } = loaderData;
  const { pet } = offer;
  const name = `\u2068${pet.name}\u2069`;
  return (
    <div className="grid max-w-3xl gap-5 wrap-anywhere">
      <PageHeader
        title={t("transfer.takeTitle", { name })}
        lead={t("offeredPets.transferLead", { name, owner: `\u2068${offer.ownerName}\u2069` })}
      />
      <PetSummaryCard pet={pet}>
        {offer.tagCount > 0 && <p className="text-sm">{t("transfer.tags", { count: offer.tagCount })}</p>}
        <p className="text-sm text-ink-2">
          {t("offeredPets.until", { time: format.date(offer.expiresAt, "dateTime") })}
        </p>
      </PetSummaryCard>
      {!room.canAdd && (
        <Notice
          tone="sun"
          title={t("transfer.full")}
          action={
            <ButtonLink to={href("/dashboard/subscription")} size="sm">
              {t("plans.see")}
            </ButtonLink>
          }
        >
          {t(`plans.full.${room.plan}`)}
        </Notice>
      )}
      <AppForm className="flex flex-wrap gap-3">
        <ConfirmDialog
          trigger={
            <Button
              type="submit"
              name="intent"
              value="accept"
              variant={room.canAdd ? "main" : "ghost"}
              size="lg"
              disabled={!room.canAdd}
            >
              {t("transfer.accept", { name })}
            </Button>
          }
          title={t("transfer.acceptTitle", { name })}
          description={t("transfer.acceptText")}
          tone="main"
        />
        <SubmitButton name="intent" value="decline" variant="ghost" size="lg">
          {t("transfer.decline")}
        </SubmitButton>
      </AppForm>
    </div>
  );
}
