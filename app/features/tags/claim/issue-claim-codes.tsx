import KeyRound from "lucide-react/icons/key-round";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, useRevalidator } from "react-router";
import { Button } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { downloadAnswer } from "#app/platform/ui/toasts/download-answer.ts";

interface Props {
  batch: { id: string; name: string; claimCodesAt: Date | null };
}

/** Form to issue the claim codes of a batch: they are created, downloaded once and not stored. */
export function IssueClaimCodes({ batch }: Props) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const [isMaking, setMaking] = useState(false);
  const address = href("/admin/tags/batches/:batchId/claim-codes", { batchId: batch.id });

  /** Without JavaScript the browser saves the response itself; here the page learns when it has arrived. */
  async function save(event: FormEvent) {
    event.preventDefault();
    setMaking(true);
    await downloadAnswer(address, undefined, t("common.error.general"));
    setMaking(false);
    await revalidate();
  }

  const button = (
    <Button type="submit" variant="brand" icon={<KeyRound aria-hidden />} pending={isMaking}>
      {t(batch.claimCodesAt ? "batches.batch.issueAgain" : "batches.batch.issue")}
    </Button>
  );
  return (
    <Card as="section" className="grid justify-items-start gap-3">
      <CardHeader title={t("batches.batch.issueTitle")} />
      <p className="text-sm text-ink-2">{t("batches.batch.issueText")}</p>
      <form method="post" action={address} onSubmit={save}>
        {batch.claimCodesAt ? (
          <ConfirmDialog
            trigger={button}
            title={t("batches.batch.issueAgainTitle")}
            description={t("batches.batch.issueAgainText")}
            confirmLabel={t("batches.batch.issueAgain")}
            cancelLabel={t("form.cancel")}
          />
        ) : (
          button
        )}
      </form>
    </Card>
  );
}
