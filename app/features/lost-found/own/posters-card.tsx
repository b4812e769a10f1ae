import Printer from "lucide-react/icons/printer";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";

/** The way to the posters of a report. */
export function PostersCard({ base }: { base: string }) {
  const { t } = useTranslation();
  return (
    <Card as="section">
      <CardHeader title={t("posters.card")} text={t("posters.cardText")} />
      <ButtonLink to={`${base}/posters`} icon={<Printer aria-hidden />}>
        {t("posters.make")}
      </ButtonLink>
    </Card>
  );
}
