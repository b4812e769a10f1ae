import { useTranslation } from "react-i18next";
import { Card } from "#app/platform/ui/card.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { FieldErrors } from "#app/platform/ui/forms/field.tsx";
import { hintClass } from "#app/platform/ui/forms/field-control.ts";
import { daysAhead } from "../reminders.rules.ts";
import type { ReminderFieldset } from "./what-section.tsx";

/** Fields for how many days in advance the owner is notified. */
export function RemindWhenSection({ fields }: { fields: ReminderFieldset }) {
  const { t } = useTranslation();
  const { ahead } = fields;
  const chosen = [ahead.initialValue ?? []].flat();
  return (
    <Card as="section">
      <fieldset aria-describedby={ahead.errors ? `${ahead.id}-error` : `${ahead.id}-hint`}>
        <legend className="mb-3 text-sm font-[550]">{t("reminders.fields.ahead")}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {daysAhead.map((days, index) => (
            <Checkbox
              key={days}
              id={index === 0 ? ahead.id : `${ahead.id}-${days}`}
              name="ahead"
              value={String(days)}
              defaultChecked={chosen.includes(String(days))}
              label={t("reminders.daysAhead", { count: days })}
            />
          ))}
        </div>
        <p id={`${ahead.id}-hint`} className={`mt-3 ${hintClass}`}>
          {t("reminders.hints.ahead")}
        </p>
        <FieldErrors id={`${ahead.id}-error`} errors={ahead.errors} />
      </fieldset>
    </Card>
  );
}
