import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";

/** Button that withdraws the pet's open offer after a confirmation; posts the intent `withdraw` to the page it is on. */
export function WithdrawForm() {
  const t = useT();
  return (
    <AppForm intent="withdraw">
      <ConfirmDialog
        trigger={
          <Button type="submit" variant="ghost" size="sm">
            {t("transfer.withdraw")}
          </Button>
        }
        title={t("transfer.withdrawTitle")}
        description={t("transfer.withdrawText")}
      />
    </AppForm>
  );
}
