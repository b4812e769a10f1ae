import { useTranslation } from "react-i18next";
import type { countConversationSigns } from "#app/features/lost-found/moderation/report-complaints.server.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";

/** What in the talks about a report looks like a fraud, without the talks themselves. */
export function SignsCard({ signs }: { signs: Awaited<ReturnType<typeof countConversationSigns>> }) {
  const { t } = useTranslation();
  return (
    <Card as="section">
      <CardHeader title={t("moderation.signs")} text={t("moderation.signsText")} />
      {signs.length === 0 ? (
        <p className="text-sm text-ink-2">{t("moderation.noSigns")}</p>
      ) : (
        <ul className="grid gap-2 text-sm">
          {signs.map(({ sign, author, times }) => (
            <li key={`${sign} ${author}`}>
              <span className="font-semibold">{t(`moderation.sign.${sign}`)}</span> {t(`moderation.side.${author}`)}
              {t("lostFound.comma")}
              {t("moderation.times", { count: times })}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
