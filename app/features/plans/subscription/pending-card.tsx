import { useTranslation } from "react-i18next";
import { Form, href } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { RequestChip } from "../upgrade-requests/request-chip.tsx";
import type { OwnRequest } from "../upgrade-requests/upgrade-requests.server.ts";

/** Card of the pending request, with a button to withdraw it. */
export function PendingCard({ request }: { request: OwnRequest }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { id, plan, months, priceCents, paymentMethod, reference, notes, hasProof } = request;
  return (
    <Card as="section">
      <CardHeader
        title={t("subscription.pendingTitle")}
        text={t("subscription.pendingText")}
        action={<RequestChip status="pending" />}
      />
      <DescriptionList
        items={[
          {
            term: t("subscription.wanted"),
            detail: t("subscription.offerName", { plan: t(`plans.names.${plan}`), count: months }),
          },
          { term: t("subscription.price"), detail: <Ltr>{formatMoney(priceCents)}</Ltr> },
          { term: t("subscription.method"), detail: t(`subscription.methods.${paymentMethod}`) },
          { term: t("subscription.reference"), detail: reference && <bdi className="wrap-anywhere">{reference}</bdi> },
          {
            term: t("subscription.notes"),
            detail: notes && (
              <span dir="auto" className="block whitespace-pre-line wrap-anywhere">
                {notes}
              </span>
            ),
          },
          {
            term: t("subscription.proof"),
            detail: hasProof && (
              <a
                href={href("/dashboard/subscription/:requestId/proof", { requestId: id })}
                target="_blank"
                rel="noreferrer"
                className="link"
              >
                {t("subscription.seeProof")}
              </a>
            ),
          },
          { term: t("subscription.askedOn"), detail: formatDate(request.askedAt, language, timeZone, "dateTime") },
        ]}
      />
      <Form method="post" className="mt-5">
        <input type="hidden" name="requestId" value={id} />
        <ConfirmDialog
          trigger={
            <SubmitButton name="intent" value="withdraw" variant="ghost">
              {t("subscription.withdraw")}
            </SubmitButton>
          }
          title={t("subscription.withdrawTitle")}
          description={t("subscription.withdrawText")}
          confirmLabel={t("subscription.withdraw")}
          cancelLabel={t("subscription.keep")}
        />
      </Form>
    </Card>
  );
}
