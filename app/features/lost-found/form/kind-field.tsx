import { getInputProps } from "@conform-to/react";
import Eye from "lucide-react/icons/eye";
import HandHeart from "lucide-react/icons/hand-heart";
import Megaphone from "lucide-react/icons/megaphone";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { reportKinds } from "../reports.rules.ts";
import type { ReportFieldset } from "./report-fieldset.ts";

const icons = { lost: Megaphone, found: HandHeart, sighting: Eye };

/** Field for the kind of report. Guests can report found and sighted pets; reporting a lost one requires an account. */
export function KindField({ fields, isGuest }: { fields: ReportFieldset; isGuest: boolean }) {
  const { t } = useTranslation();
  const kinds = reportKinds.filter((kind) => !isGuest || kind !== "lost");
  return (
    <div className="grid gap-2">
      <RadioCards
        {...getInputProps(fields.kind, { type: "radio", value: false })}
        required
        legend={t("reportForm.kind")}
        hideLegend
        errors={fields.kind.errors}
        defaultValue={fields.kind.initialValue}
        columns={isGuest ? 2 : 3}
        stacked
        options={kinds.map((kind) => {
          const Icon = icons[kind];
          return {
            value: kind,
            title: t(`lostFound.kinds.${kind}`),
            text: t(`reportForm.kindTexts.${kind}`),
            icon: <Icon aria-hidden />,
          };
        })}
      />
      {isGuest && (
        <p className="text-sm text-ink-2">
          {t("reportForm.lostOwn")}{" "}
          <Link to={`${href("/dashboard/lost-found/new")}?kind=lost`} className="link">
            {t("reportForm.lostSignIn")}
          </Link>
        </p>
      )}
    </div>
  );
}
