import Trash2 from "lucide-react/icons/trash-2";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { Translate } from "#app/platform/i18n/words.ts";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { titleOf } from "../reminder-words.ts";
import type { ReminderKind } from "../reminders.rules.ts";

/** Button to delete a reminder, with a confirmation. */
export function RemoveReminder({
  reminder,
  petName,
}: {
  reminder: { title?: string | undefined; kind: ReminderKind };
  petName: string;
}) {
  const { t } = useTranslation();
  const title = titleOf(t as unknown as Translate, { title: reminder.title ?? "", kind: reminder.kind });
  return (
    <Form method="post" className="mt-6">
      <ConfirmDialog
        trigger={
          <SubmitButton variant="quiet" size="sm" name="intent" value="remove" icon={<Trash2 aria-hidden />}>
            {t("reminders.remove")}
          </SubmitButton>
        }
        title={t("reminders.removeTitle")}
        description={t("reminders.removeText", { title, name: petName })}
        confirmLabel={t("reminders.remove")}
        cancelLabel={t("form.cancel")}
      />
    </Form>
  );
}
