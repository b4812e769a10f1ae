import LockKeyhole from "lucide-react/icons/lock-keyhole";
import { useTranslation } from "react-i18next";
import { Card } from "#app/platform/ui/card.tsx";
import { FieldSet } from "#app/platform/ui/field.tsx";
import { LineField, ProseField } from "#app/platform/ui/text-fields.tsx";
import { longest } from "../../reports.rules.ts";
import type { ReportFieldset } from "./report-fieldset.ts";

/** What nobody reads but the reporter, unless they share it in a talk. */
export function PrivateSection({ fields, isGuest }: { fields: ReportFieldset; isGuest: boolean }) {
  const { t } = useTranslation();
  return (
    <Card as="section" tone="brand">
      <FieldSet
        legend={
          <span className="inline-flex items-center gap-2">
            <LockKeyhole aria-hidden className="size-5" />
            {t("reports.form.private")}
          </span>
        }
        text={t("reports.form.privateText")}
      >
        {isGuest && (
          <LineField
            field={fields.guestEmail}
            label={t("reports.form.guestEmail")}
            hint={t("reports.form.guestEmailHint")}
            type="email"
            autoComplete="email"
            ltr
            needed
          />
        )}
        <ProseField
          field={fields.hiddenMark}
          label={t("reports.form.hiddenMark")}
          hint={t("reports.form.hiddenMarkHint")}
          max={longest.hiddenMark}
        />
        <div className="grid gap-5 md:grid-cols-2">
          <LineField
            field={fields.contactName}
            label={t("reports.form.contactName")}
            max={longest.contactName}
            autoComplete="name"
          />
          <LineField
            field={fields.contactPhone}
            label={t("reports.form.contactPhone")}
            type="tel"
            max={40}
            autoComplete="tel"
            ltr
          />
          {!isGuest && (
            <LineField
              field={fields.contactEmail}
              label={t("reports.form.contactEmail")}
              type="email"
              autoComplete="email"
              ltr
            />
          )}
          <LineField field={fields.microchip} label={t("reports.form.microchip")} max={longest.microchip} ltr />
        </div>
      </FieldSet>
    </Card>
  );
}
