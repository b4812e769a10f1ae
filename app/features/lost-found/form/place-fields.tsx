import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { MapSettings } from "#app/platform/map/map-settings.ts";
import { MoreFields } from "#app/platform/ui/forms/form-step.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { maxLengths } from "../reports.rules.ts";
import { LocateButton, MapPin, usePin } from "./map-pin.tsx";
import type { ReportFieldset } from "./report-fieldset.ts";

/** Fields for place and time: a public area, and an exact location that stays private. */
export function PlaceFields({
  fields,
  latest,
  map,
  isLost,
  open,
}: {
  fields: ReportFieldset;
  /** Current local time, in the format of a `datetime-local` input. */
  latest: string;
  map: MapSettings;
  isLost: boolean;
  /** Whether optional fields are expanded. */
  open: boolean;
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
  return (
    <div ref={section} className="grid grid-cols-1 gap-5">
      <div className="grid justify-items-start gap-2 noscript:hidden">
        <LocateButton pin={pin} variant="ghost" />
        <p className="text-xs text-ink-3">{t("reportForm.pinHereHint")}</p>
      </div>
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        <LineField
          field={fields.area}
          label={t("reportForm.area")}
          hint={t("reportForm.areaHint")}
          max={maxLengths.area}
          needed
        />
        <LineField field={fields.seenAt} label={t("reportForm.seenAt")} type="datetime-local" last={latest} needed />
      </div>
      <MapPin pin={pin} settings={map} />
      <MoreFields title={t("reportForm.story")} open={open}>
        <ProseField field={fields.description} label={t("reportForm.description")} max={maxLengths.prose} />
        <ProseField
          field={fields.place}
          label={t("reportForm.exact")}
          hint={t("reportForm.exactHint")}
          max={maxLengths.place}
        />
        <ProseField
          field={fields.additionalInfo}
          label={t("reportForm.advice")}
          hint={isLost && t("reportForm.adviceHint")}
          max={maxLengths.prose}
        />
      </MoreFields>
    </div>
  );
}
