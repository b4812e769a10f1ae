import { useTranslation } from "react-i18next";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { EvidenceChip } from "../evidence-chip.tsx";
import { deviceKind } from "../scan-texts.ts";
import type { ScanView } from "./scan-view.server.ts";

/** Card with the technical details of the scan and the reasons for its evidence class. */
export function FactsCard({ scan }: { scan: ScanView["scan"] }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const time = (moment: Date | null) => moment && formatDate(moment, language, timeZone, "dateTime");
  return (
    <Card as="section">
      <CardHeader title={t("scanDetails.factsTitle")} />
      <div className="mb-4 grid gap-2 rounded-1 bg-sunken p-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="text-sm">{t("scanDetails.facts.why")}</h3>
          <EvidenceChip evidence={scan.evidence} />
        </div>
        <ul className="grid gap-1 text-sm text-ink-2">
          {scan.reasons.map((reason) => (
            <li key={reason}>{t(`scans.reasons.${reason}`)}</li>
          ))}
        </ul>
      </div>
      <DescriptionList
        items={[
          { term: t("scanDetails.facts.time"), detail: time(scan.at) },
          { term: t("scanDetails.facts.tag"), detail: scan.code && <Ltr>{scan.code}</Ltr> },
          { term: t("scanDetails.facts.way"), detail: t(`scans.channels.${scan.channel}`) },
          { term: t("scanDetails.facts.device"), detail: t(`scans.devices.${deviceKind(scan.device)}`) },
          { term: t("scanDetails.facts.browser"), detail: scan.browser && <Ltr>{scan.browser}</Ltr> },
          { term: t("scanDetails.facts.os"), detail: scan.os && <Ltr>{scan.os}</Ltr> },
          { term: t("scanDetails.facts.language"), detail: t(`scans.languages.${scan.language}`) },
          { term: t("scanDetails.facts.used"), detail: time(scan.usedAt) },
          {
            term: (
              <>
                {t("scanDetails.facts.ip")}
                <span className="block max-w-[26ch] text-xs text-ink-3">{t("scanDetails.facts.ipNote")}</span>
              </>
            ),
            detail: scan.ip && <Ltr className="whitespace-nowrap">{scan.ip}</Ltr>,
          },
        ]}
      />
    </Card>
  );
}
