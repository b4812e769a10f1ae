import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { formatSpan } from "#app/platform/i18n/format-span.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { ScanView } from "../details/scan-view.server.ts";

/** Card with the code with which finder and owner confirm that the pet is home. */
export function HandoverCard({ name, handover }: { name: string; handover: ScanView["handover"] }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  if (handover?.reunitedAt)
    return (
      <Notice tone="brand" title={t("scanDetails.handover.home", { name })}>
        <p>
          {t("scanDetails.handover.took", {
            span: `\u2068${formatSpan(Math.round(handover.seconds ?? 0), language)}\u2069`,
          })}
        </p>
      </Notice>
    );
  const time = handover && formatDate(handover.until, language, timeZone, "dateTime");
  return (
    <Card as="section" id="handover">
      <CardHeader title={t("scanDetails.handover.title")} text={t("scanDetails.handover.text", { name })} />
      {handover?.code && (
        <div role="status" className="mb-4 grid justify-items-start gap-1.5">
          <p className="text-sm text-ink-2">{t("scanDetails.handover.code")}</p>
          <p className="rounded-2 bg-brand-soft px-5 py-3 text-2xl font-bold tracking-[.2em] text-brand-deep tabular-nums">
            <bdi dir="ltr">{handover.code}</bdi>
          </p>
          <p className="text-sm text-ink-2">{t("scanDetails.handover.tell", { name, time })}</p>
        </div>
      )}
      {handover && !handover.code && <p className="mb-4 text-sm text-ink-2">{t("scanDetails.handover.ended")}</p>}
      <Form method="post" preventScrollReset>
        <SubmitButton name="intent" value="handover" variant={handover?.code ? "ghost" : "brand"}>
          {t(handover ? "scanDetails.handover.again" : "scanDetails.handover.make")}
        </SubmitButton>
      </Form>
    </Card>
  );
}
