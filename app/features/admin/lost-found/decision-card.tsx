import { ShortcutHint } from "#app/features/admin-lists/shortcuts.tsx";
import { maxLengths } from "#app/features/lost-found/reports.rules.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Notice } from "#app/platform/ui/notice.tsx";

interface Decided {
  hiddenAt: Date | null;
  hiddenReason: string | null;
  openComplaints: number;
}

/** Card to hide a report, restore it, or dismiss its complaints. `seen` detects decisions made meanwhile. */
export function DecisionCard({
  report,
  suggestedReason,
  seen,
  answer,
}: {
  report: Decided;
  /** Default text to the reporter, which the administrator can change. */
  suggestedReason: string;
  seen: string;
  answer: FormAnswer | undefined;
}) {
  const t = useT();
  const [form, fields] = useAppForm<{ reason: string }>({
    intent: "hide",
    answer,
    defaultValue: { reason: suggestedReason },
  });
  return (
    <>
      {report.openComplaints > 0 && (
        <Card as="section" className="grid gap-3">
          <p className="text-sm text-ink-2">{t("moderation.dismissText")}</p>
          <AppForm intent="dismiss" values={{ seen }}>
            <SubmitButton variant="ghost" size="sm" aria-keyshortcuts="d" iconEnd={<ShortcutHint letter="d" />}>
              {t("moderation.dismiss")}
            </SubmitButton>
          </AppForm>
        </Card>
      )}
      {report.hiddenAt ? (
        <Notice
          tone="lost"
          title={t("lostFound.hidden")}
          action={
            <AppForm intent="restore" values={{ seen }}>
              <SubmitButton size="sm">{t("adminReports.restore")}</SubmitButton>
            </AppForm>
          }
        >
          <bdi>{report.hiddenReason}</bdi>
        </Notice>
      ) : (
        <Card as="section">
          <AppForm form={form} values={{ seen }} className="grid gap-4">
            <ProseField
              field={fields.reason}
              label={t("adminReports.hideReason")}
              hint={t("adminReports.hideReasonHint")}
              max={maxLengths.reason}
              needed
            />
            <SubmitButton
              variant="lost"
              aria-keyshortcuts="h"
              iconEnd={<ShortcutHint letter="h" />}
              className="justify-self-start"
            >
              {t("adminReports.hide")}
            </SubmitButton>
          </AppForm>
        </Card>
      )}
    </>
  );
}
