import LockKeyhole from "lucide-react/icons/lock-keyhole";
import { useTranslation } from "react-i18next";
import { Card } from "#app/platform/ui/card.tsx";
import { FieldSet } from "#app/platform/ui/forms/field.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { longest } from "../reports.rules.ts";
import type { ReportFieldset } from "./report-fieldset.ts";

/** What nobody reads but the reporter, unless they share it in a conversation. */
export function PrivateSection({ fields, isGuest }: { fields: ReportFieldset; isGuest: boolean }) {
  const { t } = useTranslation();
  return (
    <Card as="section" tone="brand">
      <FieldSet
        legend={
          <span className="inline-flex items-center gap-2">
            <LockKeyhole aria-hidden className="size-5" />
            {t("reportForm.private")}
          </span>
        }
        text={t("reportForm.privateText")}
      >
        {isGuest && (
          <LineField
            field={fields.guestEmail}
            label={t("reportForm.guestEmail")}
            hint={t("reportForm.guestEmailHint")}
            type="email"
            autoComplete="email"
            ltr
            needed
          />
        )}
        <ProseField
          field={fields.hiddenMark}
          label={t("reportForm.hiddenMark")}
          hint={t("reportForm.hiddenMarkHint")}
          max={longest.hiddenMark}
        />
        <div className="grid gap-5 md:grid-cols-2">
          <LineField
            field={fields.contactName}
            label={t("reportForm.contactName")}
            max={longest.contactName}
            autoComplete="name"
          />
          <LineField
            field={fields.contactPhone}
            label={t("reportForm.contactPhone")}
            type="tel"
            max={40}
            autoComplete="tel"
            ltr
          />
          {!isGuest && (
            <LineField
              field={fields.contactEmail}
              label={t("reportForm.contactEmail")}
              type="email"
              autoComplete="email"
              ltr
            />
          )}
          <LineField field={fields.microchip} label={t("reportForm.microchip")} max={longest.microchip} ltr />
        </div>
      </FieldSet>
    </Card>
  );
}
