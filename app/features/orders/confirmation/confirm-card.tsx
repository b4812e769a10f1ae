import { useT } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { ConfirmFields } from "../address-block.tsx";

/** Asks the buyer to confirm an order; `action` is the address of its page. */
export function ConfirmCard({ landmark, action }: { landmark: string | null; action: string }) {
  const t = useT();
  return (
    <Card as="section" tone="brand" className="print:hidden">
      <CardHeader title={t("orders.confirm.title")} text={t("orders.confirm.text")} />
      <AppForm intent="confirm" action={action} className="grid gap-4 sm:grid-cols-2">
        <ConfirmFields landmark={landmark} />
        <SubmitButton className="justify-self-start">{t("orders.confirm.confirm")}</SubmitButton>
      </AppForm>
    </Card>
  );
}
