import Trash from "lucide-react/icons/trash-2";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";

/** Form that removes a pet, explaining first what is lost and what is kept. */
export function RemovePet({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <Card as="section" tone="sunken" className="mt-10">
      <CardHeader title={t("pets.remove.section")} text={t("pets.remove.text", { name })} />
      <Form method="post">
        <input type="hidden" name="intent" value="remove" />
        <ConfirmDialog
          trigger={
            <SubmitButton variant="ghost" match={{ intent: "remove" }} icon={<Trash aria-hidden />}>
              {t("pets.remove.action")}
            </SubmitButton>
          }
          title={t("pets.remove.title", { name })}
          description={t("pets.remove.text", { name })}
          confirmLabel={t("pets.remove.confirm")}
          cancelLabel={t("pets.remove.keep")}
        />
      </Form>
    </Card>
  );
}
