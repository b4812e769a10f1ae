import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { ReviewRequest } from "#app/features/plans/review/upgrade-review.server.ts";
import { RequestChip } from "#app/features/plans/upgrade-requests/request-chip.tsx";
import { receiptNumber } from "#app/features/plans/upgrade-requests/upgrade-requests.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { formatAgo, formatDate } from "#app/platform/i18n/format.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { CorrectForms, DecisionForms } from "./decision-forms.tsx";
import { UsedBefore } from "./used-before.tsx";

interface RequestCardProps {
  request: ReviewRequest;
  answer: FormAnswer | undefined;
  /** Checkbox for bulk actions. */
  box: ReactNode;
}

/** Card of one request: user, plan, payment and proof, and the decision forms. */
export function RequestCard({ request, answer, box }: RequestCardProps) {
  const { t } = useTranslation();
  const { language, timeZone, now } = useViewer();
  const { id, status, plan, currentPlan, months, priceCents, reference, notes } = request;
  const name = request.fullName ?? t("upgradeReview.anonymous");
  const offer = t("subscription.offerName", { plan: t(`plans.names.${plan}`), count: months });
  return (
    <Card
      as="li"
      data-row
      className="grid grid-cols-1 gap-5 has-[input[name=ids]:checked]:bg-brand-soft/50 md:grid-cols-[13rem_minmax(0,1fr)]"
    >
      <Proof id={id} has={request.hasProof} name={name} />
      <div className="grid min-w-0 content-start gap-4">
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {box && <span className="-ms-3 -my-3">{box}</span>}
            <h2 className="text-lg">
              <bdi className="wrap-anywhere">{name}</bdi>
            </h2>
            <RequestChip status={status} />
            <Ltr className="text-sm text-ink-3">{receiptNumber(request)}</Ltr>
          </div>
          <p className="text-sm text-ink-2">
            {request.email && <Ltr className="wrap-anywhere">{request.email}</Ltr>}
            {request.email && " · "}
            <span title={formatDate(request.askedAt, language, timeZone, "dateTime")}>
              {t("upgradeReview.waited", { ago: formatAgo(request.askedAt, new Date(now), language) })}
            </span>
          </p>
        </div>
        <UsedBefore warnings={request.warnings} />
        <DescriptionList
          layout="grid"
          items={[
            {
              term: t("subscription.wanted"),
              detail: t("upgradeReview.change", { from: t(`plans.names.${currentPlan}`), to: offer }),
            },
            { term: t("subscription.price"), detail: <Ltr className="tabular-nums">{formatMoney(priceCents)}</Ltr> },
            { term: t("subscription.method"), detail: t(`subscription.methods.${request.paymentMethod}`) },
            {
              term: t("subscription.reference"),
              detail: reference && <bdi className="wrap-anywhere">{reference}</bdi>,
            },
          ]}
        />
        {notes && (
          <p dir="auto" className="rounded-2 bg-sunken px-4 py-3 text-sm whitespace-pre-line wrap-anywhere">
            {notes}
          </p>
        )}
        {status === "pending" ? <DecisionForms request={request} answer={answer} /> : <Decision request={request} />}
        {(status === "approved" || status === "rejected") && request.userId && (
          <CorrectForms request={request} answer={answer} />
        )}
      </div>
    </Card>
  );
}

function Proof({ id, has, name }: { id: string; has: boolean; name: string }) {
  const { t } = useTranslation();
  if (!has)
    return (
      <p className="grid place-items-center rounded-2 bg-sunken p-6 text-sm text-ink-3">{t("upgradeReview.noProof")}</p>
    );
  const src = href("/admin/upgrade-requests/:requestId/proof", { requestId: id });
  return (
    <a href={src} target="_blank" rel="noreferrer" className="self-start overflow-hidden rounded-2 bg-sunken">
      <img
        src={`${src}?small`}
        alt={t("upgradeReview.proofOf", { name })}
        loading="lazy"
        className="h-72 w-full object-contain md:h-80"
      />
    </a>
  );
}

/** Outcome of a request, with who decided and when. */
function Decision({ request }: { request: ReviewRequest }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { status, reviewer, closedAt, reason, reviewNote, startsAt, endsAt } = request;
  const date = (moment: Date) => formatDate(moment, language, timeZone, "shortDate");
  const what = t(`subscription.statuses.${status}`);
  const when = closedAt ? formatDate(closedAt, language, timeZone, "dateTime") : "";
  return (
    <div className="grid gap-1 border-t border-line pt-4 text-sm">
      <p className="font-medium">
        {reviewer
          ? t("upgradeReview.decidedBy", { status: what, name: `\u2068${reviewer}\u2069`, date: when })
          : t("upgradeReview.closedOn", { status: what, date: when })}
      </p>
      {startsAt && endsAt && (
        <p className="text-ink-2">{t("subscription.granted", { from: date(startsAt), to: date(endsAt) })}</p>
      )}
      {reason && <p className="text-ink-2">{t(`subscription.reasons.${reason}`)}</p>}
      {reviewNote && (
        <p dir="auto" className="whitespace-pre-line text-ink-2 wrap-anywhere">
          {reviewNote}
        </p>
      )}
    </div>
  );
}
