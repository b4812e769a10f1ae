import { getFormProps } from "@conform-to/react";
import { Form } from "react-router";
import { ShortcutHint } from "#app/features/admin-lists/shortcuts.tsx";
import { maxLengths } from "#app/features/lost-found/reports.rules.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { useForm } from "#app/platform/ui/forms/use-form.ts";
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
  const [form, fields] = useForm<{ reason: string }>({
    id: "hide",
    lastResult: answer?.form,
    defaultValue: { reason: suggestedReason },
  });
  const latest = <input type="hidden" name="seen" value={seen} />;
  return (
    <>
      {report.openComplaints > 0 && (
        <Card as="section" className="grid gap-3">
          <p className="text-sm text-ink-2">{t("moderation.dismissText")}</p>
          <Form method="post">
            {latest}
            <SubmitButton
              name="intent"
              value="dismiss"
              variant="ghost"
              size="sm"
              aria-keyshortcuts="d"
              iconEnd={<ShortcutHint letter="d" />}
            >
              {t("moderation.dismiss")}
            </SubmitButton>
          </Form>
        </Card>
      )}
      {report.hiddenAt ? (
        <Notice
          tone="lost"
          title={t("lostFound.admin.hidden")}
          action={
            <Form method="post">
              {latest}
              <SubmitButton name="intent" value="restore" size="sm">
                {t("lostFound.admin.restore")}
              </SubmitButton>
            </Form>
          }
        >
          <bdi>{report.hiddenReason}</bdi>
        </Notice>
      ) : (
        <Card as="section">
          <Form method="post" {...getFormProps(form)} className="grid gap-4">
            {latest}
            <ProseField
              field={fields.reason}
              label={t("lostFound.admin.hideReason")}
              hint={t("lostFound.admin.hideReasonHint")}
              max={maxLengths.reason}
              needed
            />
            <SubmitButton
              variant="lost"
              name="intent"
              value="hide"
              aria-keyshortcuts="h"
              iconEnd={<ShortcutHint letter="h" />}
              className="justify-self-start"
            >
              {t("lostFound.admin.hide")}
            </SubmitButton>
          </Form>
        </Card>
      )}
    </>
  );
}
