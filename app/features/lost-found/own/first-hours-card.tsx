import ListChecks from "lucide-react/icons/list-checks";
import Printer from "lucide-react/icons/printer";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { ShareButtons } from "../report/share-card.tsx";

/** Card with the most helpful actions while a pet is missing, quickest first: share, print posters, call. */
export function FirstHoursCard({ url, headline, base }: { url: string; headline: string; base: string }) {
  const { t } = useTranslation();
  return (
    <Card as="section" tone="lost" className="grid gap-5 print:hidden">
      <CardHeader title={t("lostFound.first.title")} text={t("lostFound.first.text")} />
      <FirstStep title={t("lostFound.share.title")}>
        <ShareButtons url={url} headline={headline} />
      </FirstStep>
      <FirstStep title={t("posters.card")}>
        <ButtonLink to={`${base}/posters`} variant="ghost" size="sm" icon={<Printer aria-hidden />}>
          {t("posters.make")}
        </ButtonLink>
      </FirstStep>
      <FirstStep title={t("lostFound.first.call")}>
        <ul className="grid gap-1 text-sm text-ink-2">
          <li>{t("searchPlan.steps.vets")}</li>
          <li>{t("searchPlan.steps.chip")}</li>
        </ul>
        <ButtonLink to="#plan" variant="quiet" size="sm" icon={<ListChecks aria-hidden />} className="-ms-4">
          {t("searchPlan.title")}
        </ButtonLink>
      </FirstStep>
    </Card>
  );
}

function FirstStep({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-2">
      <h3 className="text-base">{title}</h3>
      {children}
    </div>
  );
}
