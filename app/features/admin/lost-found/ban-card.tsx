import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form, href, Link } from "react-router";
import { maxLengths } from "#app/features/lost-found/reports.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";

interface Banned {
  ban: { id: string; reason: string; createdAt: Date } | null;
  seen: string;
}

/** Card to ban the reporter from creating reports, or to lift the ban. */
export function BanCard({ view: { ban, seen }, answer }: { view: Banned; answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const [form, fields] = useForm<{ reason: string }>({ id: "ban", lastResult: answer?.form });
  if (ban)
    return (
      <Notice
        tone="sun"
        title={t("moderation.isBanned", { date: formatDate(ban.createdAt, language, timeZone) })}
        action={
          <Form method="post">
            <input type="hidden" name="banId" value={ban.id} />
            <SubmitButton name="intent" value="lift" size="sm">
              {t("moderation.lift")}
            </SubmitButton>
          </Form>
        }
      >
        <bdi>{ban.reason}</bdi>
      </Notice>
    );
  return (
    <Card as="section">
      <CardHeader title={t("moderation.reporter")} text={t("moderation.banText")} />
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
        <input type="hidden" name="seen" value={seen} />
        <ProseField
          field={fields.reason}
          label={t("moderation.banReason")}
          hint={t("moderation.banReasonHint")}
          max={maxLengths.reason}
          needed
        />
        <div className="flex flex-wrap items-center gap-4">
          <ConfirmDialog
            trigger={
              <SubmitButton name="intent" value="ban" variant="ghost">
                {t("moderation.ban")}
              </SubmitButton>
            }
            title={t("moderation.banTitle")}
            description={t("moderation.banText")}
            confirmLabel={t("moderation.ban")}
            cancelLabel={t("form.cancel")}
          />
          <Link to={href("/admin/lost-found/bans")} className="link text-sm">
            {t("moderation.bans")}
          </Link>
        </div>
      </Form>
    </Card>
  );
}
