import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { ConfirmDialog } from "#app/platform/ui/confirm-dialog.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";

export function SignOutEverywhere() {
  const { t } = useTranslation();
  return (
    <Form method="post">
      <ConfirmDialog
        trigger={
          <SubmitButton name="intent" value="signOutEverywhere" variant="ghost">
            {t("accounts.settings.signOutEverywhere")}
          </SubmitButton>
        }
        title={t("accounts.settings.signOutEverywhereTitle")}
        description={t("accounts.settings.signOutEverywhereText")}
        confirmLabel={t("accounts.settings.signOutEverywhere")}
        cancelLabel={t("form.cancel")}
      />
    </Form>
  );
}
