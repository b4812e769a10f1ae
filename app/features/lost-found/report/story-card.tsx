import { useTranslation } from "react-i18next";
import { Card } from "#app/platform/ui/card.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { PublicReport } from "./public-report.server.ts";

/** Shows how to behave around the animal, then what happened. */
export function StoryCard({ report }: { report: Pick<PublicReport, "description" | "additionalInfo"> }) {
  const { t } = useTranslation();
  const { description, additionalInfo } = report;
  return (
    <>
      {additionalInfo && (
        <Notice tone="sun" title={t("lostFound.page.advice")}>
          <p dir="auto" className="whitespace-pre-wrap">
            {additionalInfo}
          </p>
        </Notice>
      )}
      {description && (
        <Card as="section">
          <h2 className="mb-2 text-lg">{t("lostFound.page.story")}</h2>
          <p dir="auto" className="whitespace-pre-wrap">
            {description}
          </p>
        </Card>
      )}
    </>
  );
}
