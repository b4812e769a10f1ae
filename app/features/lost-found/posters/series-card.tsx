import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import { useTranslation } from "react-i18next";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatAgo } from "#app/platform/i18n/format.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import type { PostersView } from "./poster-actions.server.ts";
import { paperSizes, posterLanguages } from "./posters.rules.ts";

/** Card of a poster series: where it hangs, how often it was scanned, and its PDFs. */
export function SeriesCard({
  poster,
  report,
  base,
  isOpen,
}: {
  poster: PostersView["posters"][number];
  report: PostersView["report"];
  base: string;
  isOpen: boolean;
}) {
  const { t } = useTranslation();
  const { language, now } = useViewer();
  const scanned = poster.lastScanAt && formatAgo(poster.lastScanAt, new Date(now), language);
  return (
    <Card as="li" className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h3 className="text-base font-semibold">{poster.place ? <bdi>{poster.place}</bdi> : t("posters.noPlace")}</h3>
          <Ltr className="text-sm text-ink-2">{poster.address}</Ltr>
        </div>
        <p className="text-sm text-ink-2">
          {scanned ? (
            <>
              <span className="block text-lg font-semibold text-ink">
                {t("posters.scans", { count: poster.scans })}
              </span>
              {t("posters.last", { ago: scanned })}
            </>
          ) : (
            t("posters.never")
          )}
        </p>
      </div>
      <Disclosure summary={t("posters.files")} open={isOpen}>
        <form action={`${base}/posters/${poster.id}.pdf`} target="_blank" className="grid gap-5 pt-2" rel="noopener">
          <RadioCards
            legend={t("posters.size")}
            name="size"
            defaultValue="A4"
            columns={2}
            options={paperSizes.map((size) => ({ value: size, title: t(`posters.sizes.${size}`) }))}
          />
          <RadioCards
            legend={t("posters.language")}
            name="in"
            defaultValue={report.language}
            columns={3}
            options={posterLanguages.map((one) => ({ value: one, title: t(`posters.languages.${one}`) }))}
          />
          {report.hasPhone && <Checkbox name="phone" label={t("posters.phone")} hint={t("posters.phoneHint")} />}
          <div className="grid gap-2">
            <div className="flex flex-wrap gap-3">
              <Button type="submit" icon={<Printer aria-hidden />}>
                {t("posters.open")}
              </Button>
              <Button
                type="submit"
                name="as"
                value="file"
                formTarget="_self"
                variant="ghost"
                icon={<Download aria-hidden />}
              >
                {t("posters.download")}
              </Button>
            </div>
            <p className="text-xs text-ink-3">{t("posters.openHint")}</p>
          </div>
        </form>
      </Disclosure>
    </Card>
  );
}
