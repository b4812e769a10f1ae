import { getInputProps } from "@conform-to/react";
import Eye from "lucide-react/icons/eye";
import HandHeart from "lucide-react/icons/hand-heart";
import Megaphone from "lucide-react/icons/megaphone";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { FieldSet } from "#app/platform/ui/forms/field.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { reportKinds } from "../reports.rules.ts";
import type { ReportFieldset } from "./report-fieldset.ts";

const icons = { lost: Megaphone, found: HandHeart, sighting: Eye };

/** What is reported. A guest reports found and sighted pets; a lost one needs an account that answers can reach. */
export function HappeningSection({ fields, isGuest }: { fields: ReportFieldset; isGuest: boolean }) {
  const { t } = useTranslation();
  const kinds = reportKinds.filter((kind) => !isGuest || kind !== "lost");
  return (
    <Card as="section">
      <FieldSet legend={t("reportForm.about")}>
        {isGuest && (
          <Notice
            tone="lost"
            icon={<Megaphone />}
            action={
              <ButtonLink to={`${href("/dashboard/lost-found/new")}?kind=lost`} variant="lost" size="sm">
                {t("reportForm.lostSignIn")}
              </ButtonLink>
            }
          >
            {t("reportForm.lostNeedsAccount")}
          </Notice>
        )}
        <RadioCards
          {...getInputProps(fields.kind, { type: "radio", value: false })}
          required
          legend={t("reportForm.kind")}
          errors={fields.kind.errors}
          defaultValue={fields.kind.initialValue}
          columns={isGuest ? 2 : 3}
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
      </FieldSet>
    </Card>
  );
}
