import { useTranslation } from "react-i18next";
import type { MapSettings } from "#app/platform/map/map-settings.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { FieldSet } from "#app/platform/ui/forms/field.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { longest } from "../reports.rules.ts";
import { MapPin } from "./map-pin.tsx";
import type { ReportFieldset } from "./report-fieldset.ts";

/** When it was, and where: a part of the town for everybody, the very spot for few. */
export function PlaceSection({
  fields,
  latest,
  map,
}: {
  fields: ReportFieldset;
  /** Now, as the form's clock writes it. */
  latest: string;
  map: MapSettings;
}) {
  const { t } = useTranslation();
  return (
    <Card as="section">
      <FieldSet legend={t("reportForm.place")}>
        <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
          <LineField field={fields.seenAt} label={t("reportForm.seenAt")} type="datetime-local" last={latest} needed />
          <LineField
            field={fields.area}
            label={t("reportForm.area")}
            hint={t("reportForm.areaHint")}
            max={longest.area}
            needed
          />
        </div>
        <MapPin
          latitude={fields.latitude.initialValue ?? ""}
          longitude={fields.longitude.initialValue ?? ""}
          settings={map}
        />
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
