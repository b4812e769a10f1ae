import { useTranslation } from "react-i18next";
import { formatDate } from "#app/platform/i18n/format.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { useViewer } from "../use-viewer.ts";
import { fewRecoveryCodes } from "./two-factor.rules.ts";

interface Props {
  since: Date | null;
  codesLeft: number;
}

/** Whether two steps are on, and the way to the page that turns them on and off. */
export function TwoStepsCard({ since, codesLeft }: Props) {
  const { t } = useTranslation();
  return (
    <Card as="section">
      <CardHeader title={t("twoSteps.title")} text={t("twoSteps.text")} />
      {since && <TwoStepsState since={since} codesLeft={codesLeft} />}
      <div className="flex flex-wrap items-center gap-4">
        <ButtonLink to="/dashboard/settings/security/two-steps" variant={since ? "ghost" : "brand"}>
          {t(since ? "twoSteps.manage" : "twoSteps.turnOn")}
        </ButtonLink>
        <Chip tone={since ? "ok" : "plain"} dot={since !== null}>
          {t(since ? "twoSteps.on" : "twoSteps.off")}
        </Chip>
      </div>
    </Card>
  );
}

/** Since when, and how many recovery codes are left. */
export function TwoStepsState({ since, codesLeft }: { since: Date; codesLeft: number }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  return (
    <div className="mb-4 grid gap-1 text-sm">
      <p>{t("twoSteps.since", { date: formatDate(since, language, timeZone) })}</p>
      <p className="text-ink-2">{t("twoSteps.left", { count: codesLeft })}</p>
      {codesLeft <= fewRecoveryCodes && <p className="font-semibold">{t("twoSteps.fewLeft")}</p>}
    </div>
  );
}
