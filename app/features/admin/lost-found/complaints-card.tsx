import { useTranslation } from "react-i18next";
import type { listFlags } from "#app/features/lost-found/moderation/report-complaints.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";

type Flag = Awaited<ReturnType<typeof listFlags>>[number];

/** Card that lists the complaints: who, why and when. */
export function ComplaintsCard({ flags }: { flags: readonly Flag[] }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const moment = (when: Date) => formatDate(when, language, timeZone, "dateTime");
  const [last, first] = [flags[0], flags.at(-1)];
  return (
    <Card as="section">
      <CardHeader
        title={t("lostFound.admin.flags")}
        text={
          last && first && last !== first
            ? `${t("lostFound.admin.complaints", { count: flags.length })}: ${t("moderation.since", { first: moment(first.createdAt), last: moment(last.createdAt) })}`
            : undefined
        }
      />
      {flags.length === 0 && <p className="text-sm text-ink-2">{t("lostFound.admin.noFlags")}</p>}
      <ul className="grid gap-4">
        {flags.map((flag) => (
          <li key={flag.id} className="grid gap-0.5 text-sm">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {t(`lostFound.flag.reasons.${flag.reason}`)}
              {flag.handledAt && <Chip>{t("lostFound.admin.handled")}</Chip>}
            </p>
            {flag.note && <p dir="auto">{flag.note}</p>}
            <p className="text-xs text-ink-3">
              <FlaggedBy flag={flag} /> · <bdi>{moment(flag.createdAt)}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FlaggedBy({ flag: { email, network } }: { flag: Flag }) {
  const { t } = useTranslation();
  if (email) return <Ltr>{email}</Ltr>;
  return <bdi>{network ? t("moderation.network", { code: network }) : t("moderation.gone")}</bdi>;
}
