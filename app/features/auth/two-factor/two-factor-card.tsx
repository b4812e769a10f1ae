import { href } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { fewRecoveryCodes } from "./two-factor.rules.ts";

interface Props {
  since: Date | null;
  codesLeft: number;
}

/** Card with the state of two-factor sign-in and a link to the page that turns it on and off. */
export function TwoFactorCard({ since, codesLeft }: Props) {
  const t = useT();
  return (
    <Card as="section">
      <CardHeader title={t("twoFactor.title")} text={t("twoFactor.text")} />
      {since && <TwoFactorState since={since} codesLeft={codesLeft} />}
      <div className="flex flex-wrap items-center gap-4">
        <ButtonLink to={href("/dashboard/settings/security/two-steps")} variant="ghost">
          {t(since ? "twoFactor.manage" : "twoFactor.turnOn")}
        </ButtonLink>
        <Chip tone={since ? "ok" : "plain"} dot={since !== null}>
          {t(since ? "twoFactor.on" : "twoFactor.off")}
        </Chip>
      </div>
    </Card>
  );
}

/** Date since when two-factor sign-in is on, and the number of recovery codes left. */
export function TwoFactorState({ since, codesLeft }: { since: Date; codesLeft: number }) {
  const { t, format } = useViewer();
  return (
    <div className="mb-4 grid gap-1 text-sm">
      <p>{t("twoFactor.since", { date: format.date(since) })}</p>
      <p className="text-ink-2">{t("twoFactor.left", { count: codesLeft })}</p>
      {codesLeft <= fewRecoveryCodes && (
        <p className="font-semibold">{t(codesLeft === 0 ? "twoFactor.noneLeft" : "twoFactor.fewLeft")}</p>
      )}
    </div>
  );
}
