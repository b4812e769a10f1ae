import { useT } from "#app/platform/i18n/use-t.ts";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { MoreFields } from "#app/platform/ui/forms/form-step.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { maxLengths } from "../reports.rules.ts";
import type { ReportFieldset } from "./form-values.ts";

/** Fields for contact details and proof of ownership, which are private unless shared in a conversation. */
export function ContactFields({
  fields,
  isGuest,
  isLost,
  open,
}: {
  fields: ReportFieldset;
  isGuest: boolean;
  isLost: boolean;
  /** Whether optional fields are expanded. */
  open: boolean;
}) {
  const t = useT();
  return (
    <>
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
      <div className="grid gap-5 md:grid-cols-2">
        <LineField
          field={fields.contactName}
          label={t("reportForm.contactName")}
          max={maxLengths.contactName}
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
      </div>
      <MoreFields title={t("reportForm.proof")} open={open}>
        <p className="text-xs text-ink-3">{t("reportForm.proofText")}</p>
        <ProseField
          field={fields.hiddenMark}
          label={t("reportForm.hiddenMark")}
          hint={t("reportForm.hiddenMarkHint")}
          max={maxLengths.hiddenMark}
        />
        <LineField field={fields.microchip} label={t("reportForm.microchip")} max={maxLengths.microchip} ltr />
      </MoreFields>
      {isLost && <RewardFields fields={fields} open={open} />}
    </>
  );
}

function RewardFields({ fields, open }: { fields: ReportFieldset; open: boolean }) {
  const t = useT();
  return (
    <MoreFields title={t("reportForm.reward")} open={open}>
      <LineField
        field={fields.reward}
        label={t("reportForm.reward")}
        hint={t("reportForm.rewardHint")}
        max={maxLengths.reward}
      />
      <Checkbox
        name="showReward"
        defaultChecked={fields.showReward.initialValue === "on"}
        label={t("reportForm.showReward")}
      />
    </MoreFields>
  );
}
