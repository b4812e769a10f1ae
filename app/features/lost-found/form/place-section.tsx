import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { MapSettings } from "#app/platform/map/map-settings.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { FieldSet } from "#app/platform/ui/forms/field.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { longest } from "../reports.rules.ts";
import { LocateButton, MapPin, usePin } from "./map-pin.tsx";
import type { ReportFieldset } from "./report-fieldset.ts";

/** When it was, and where: a part of the town for everybody, the very spot for few. */
export function PlaceSection({
  fields,
  latest,
  map,
  isShort = false,
}: {
  fields: ReportFieldset;
  /** Now, as the form's clock writes it. */
  latest: string;
  map: MapSettings;
  /** All else is known: one press for the place stands first. */
  isShort?: boolean;
}) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const section = useRef<HTMLDivElement>(null);
  const pin = usePin(fields.latitude.initialValue ?? "", fields.longitude.initialValue ?? "", async (lat, lon) => {
    const { nearestPlace } = await import("../board/gazetteer.ts");
    const area = section.current?.querySelector<HTMLInputElement>(`[name="${fields.area.name}"]`);
    if (!area || area.value.trim()) return;
    area.value = nearestPlace(lat, lon)?.[language] ?? "";
    if (area.value) area.dispatchEvent(new Event("input", { bubbles: true }));
    else area.focus();
  });
  const seenAt = (
    <LineField field={fields.seenAt} label={t("reportForm.seenAt")} type="datetime-local" last={latest} needed />
  );
  return (
    <Card as="section" ref={section}>
      <FieldSet legend={t("reportForm.place")}>
        {isShort && (
          <div className="grid justify-items-start gap-2 noscript:hidden">
            <LocateButton pin={pin} />
            <p className="text-xs text-ink-3">{t("reportForm.pinHereHint")}</p>
          </div>
        )}
        <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
          {!isShort && seenAt}
          <LineField
            field={fields.area}
            label={t("reportForm.area")}
            hint={t("reportForm.areaHint")}
            max={longest.area}
            needed
          />
          {isShort && seenAt}
        </div>
        <MapPin pin={pin} settings={map} hasLocate={!isShort} />
        <ProseField
          field={fields.place}
          label={t("reportForm.exact")}
          hint={t("reportForm.exactHint")}
          max={longest.place}
        />
      </FieldSet>
    </Card>
  );
}
