// /dashboard/pets/:petId/transfer: not in pets, because tags, reports and orders move with the pet.
import { getInputProps } from "@conform-to/react";
import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { InvitationLink } from "#app/features/pets/link-field.tsx";
import { isPetLost } from "#app/features/pets/move-pet.server.ts";
import { getPet } from "#app/features/pets/pets.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, emptyForm, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast, type Toast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/transfer-page";
import { cancelOffer, createOffer, findOffer, offerForm } from "./transfers.server.ts";
import { WithdrawForm } from "./withdraw-form.tsx";

export const handle = { i18n: ["personalLink", "pets", "transfer"], title: "transfer.title" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { id, name } = await getPet(ctx, actor, params.petId);
  return { pet: { id, name }, offer: await findOffer(ctx, id), isLost: await isPetLost(ctx, id) };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { petId } = args.params;
  const done = (code: Toast["code"], type: Toast["type"] = "success") =>
    redirectWithToast(href("/dashboard/pets/:petId/transfer", { petId }), { type, code });
  return handleIntents(
    args,
    {
      offer: defineIntent(offerForm, async ({ email }) => {
        const { isEmailed } = await createOffer(ctx, actor, petId, email, { isFirst: true });
        return isEmailed ? done("transfer.offered") : done("transfer.notEmailed", "warning");
      }),
      withdraw: defineIntent(emptyForm, async () => {
        await cancelOffer(ctx, actor, petId);
        return done("transfer.withdrawn");
      }),
    },
    { failed: "transfer.failed" },
  );
}

/** Page where an owner offers a pet to someone else and sees what would be transferred. */
export default function TransferPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, format } = useViewer();
  const { pet, offer, isLost } = loaderData;
  const name = `\u2068${pet.name}\u2069`;
  return (
    <div className="grid max-w-3xl gap-5 wrap-anywhere">
      <PageHeader
        path={[
          { label: t("pets.title"), to: href("/dashboard/pets") },
          { label: pet.name, to: href("/dashboard/pets/:petId", { petId: pet.id }) },
        ]}
        current={t("transfer.title")}
        title={t("transfer.of", { name })}
        lead={t("transfer.lead", { name })}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <Card as="section" tone="brand">
          <CardHeader title={t("transfer.transferredTitle")} text={t("transfer.transferred")} />
        </Card>
        <Card as="section" tone="sunken">
          <CardHeader title={t("transfer.keptTitle")} text={t("transfer.kept", { name })} />
        </Card>
      </div>
      {offer ? (
        <Card as="section" className="grid gap-4">
          <CardHeader title={t("transfer.waitingTitle")} />
          <p>
            {t("transfer.waiting", {
              name,
              email: `\u2066${offer.toEmail}\u2069`,
              time: format.date(offer.expiresAt, "dateTime"),
            })}
          </p>
          <InvitationLink {...offer} />
          <WithdrawForm />
        </Card>
      ) : isLost ? (
        <Notice tone="lost">{t("transfer.isLost")}</Notice>
      ) : (
        <OfferForm name={name} answer={answer} />
      )}
    </div>
  );
}

function OfferForm({ name, answer }: { name: string; answer: FormAnswer | undefined }) {
  const t = useT();
  const [form, fields] = useAppForm<{ email: string; isSure: string }>({ id: "transfer", intent: "offer", answer });
  return (
    <Card as="section">
      <AppForm form={form} className="grid gap-5">
        <LineField
          field={fields.email}
          label={t("transfer.email")}
          hint={t("transfer.emailHint")}
          max={254}
          type="email"
          ltr
          needed
        />
        <Checkbox
          {...getInputProps(fields.isSure, { type: "checkbox" })}
          key={fields.isSure.key}
          label={t("transfer.isSure", { name })}
          errors={fields.isSure.errors ?? []}
        />
        <div>
          <SubmitButton>{t("transfer.offer")}</SubmitButton>
        </div>
      </AppForm>
    </Card>
  );
}
