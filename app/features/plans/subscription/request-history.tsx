import FileText from "lucide-react/icons/file-text";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { RequestChip } from "../upgrade-requests/request-chip.tsx";
import { hasReceipt } from "../upgrade-requests/upgrade-requests.rules.ts";
import type { OwnRequest } from "../upgrade-requests/upgrade-requests.server.ts";

/** List of the owner's requests with outcome and receipt. */
export function RequestHistory({
  requests,
  page,
  pageCount,
}: {
  requests: OwnRequest[];
  page: number;
  pageCount: number;
}) {
  const { t } = useTranslation();
  return (
    <Card as="section">
      <CardHeader title={t("subscription.historyTitle")} />
      {requests.length === 0 ? (
        <p className="text-sm text-ink-2">{t("subscription.historyEmpty")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {requests.map((request) => (
            <Entry key={request.id} request={request} />
          ))}
        </ul>
      )}
      <Pager
        label={t("subscription.pages")}
        page={page}
        pageCount={pageCount}
        toPage={(to) => `?page=${to}`}
        previous={t("subscription.previous")}
        next={t("subscription.next")}
      />
    </Card>
  );
}

function Entry({ request }: { request: OwnRequest }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { id, plan, months, priceCents, status, reason, reviewNote, startsAt, endsAt, askedAt } = request;
  const date = (moment: Date) => formatDate(moment, language, timeZone, "shortDate");
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-1 text-sm">
        <p className="flex flex-wrap items-center gap-2.5 text-base font-semibold">
          {t("subscription.offerName", { plan: t(`plans.names.${plan}`), count: months })}
          <RequestChip status={status} />
        </p>
        <p className="text-ink-2">
          <bdi>{date(askedAt)}</bdi> · <Ltr className="tabular-nums">{formatMoney(priceCents)}</Ltr>
        </p>
        {startsAt && endsAt && (
          <p className="text-ink-2">{t("subscription.granted", { from: date(startsAt), to: date(endsAt) })}</p>
        )}
        {reason && reason !== "other" && <p>{t(`subscription.reasons.${reason}`)}</p>}
        {reviewNote && (
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {reviewNote}
          </p>
        )}
      </div>
      {hasReceipt(request) && (
        <a
          href={href("/dashboard/subscription/:requestId/receipt", { requestId: id })}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: "ghost", size: "sm" })}
        >
          <FileText aria-hidden className="size-4" />
          {t("subscription.receipt")}
        </a>
      )}
    </li>
  );
}
