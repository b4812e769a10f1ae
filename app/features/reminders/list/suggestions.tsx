import Stethoscope from "lucide-react/icons/stethoscope";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDay } from "#app/platform/i18n/format.ts";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";

/** Check-ups in the pets' records that have no reminder yet. */
export function Suggestions({ suggestions }: { suggestions: { petId: string; name: string; day: string }[] }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  return suggestions.map(({ petId, name, day }) => (
    <Notice
      key={petId}
      tone="brand"
      icon={<Stethoscope />}
      className="mb-4"
      action={
        <Form method="post" preventScrollReset>
          <input type="hidden" name="petId" value={petId} />
          <SubmitButton size="sm" name="intent" value="accept" match={{ petId }}>
            {t("reminders.accept")}
          </SubmitButton>
        </Form>
      }
    >
      <p className="wrap-anywhere">{t("reminders.suggestion", { name, day: formatDay(day, language) })}</p>
    </Notice>
  ));
}
