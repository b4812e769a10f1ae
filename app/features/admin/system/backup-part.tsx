import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/accounts/use-viewer.ts";
import { formatAgo } from "#app/platform/i18n/format.ts";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";
import type { backupState } from "./backups.server.ts";
import { MachinePart, Size } from "./machine-part.tsx";

type State = Awaited<ReturnType<typeof backupState>>;

/** What an operator must do about the backups first; null when all is well. */
function concern({ last, test, at }: State) {
  if (!last) return "operator.backupNever";
  if (test?.outcome === "failed") return "operator.backupTestFailed";
  if (last.isOld) return "operator.backupOld";
  return at ? null : "operator.backupUnscheduled";
}

/** How old the newest backup is, whether it can be read by a thief, and whether it was proven to come back. */
export function BackupPart({ state, now, version }: { state: State; now: Date; version: string }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const { last, test, at, isHourly } = state;
  const wrong = concern(state);
  const ago = (at: string) => `\u2068${formatAgo(at, now, language)}\u2069`;
  const outcome = test && {
    passed: () => t("operator.restorePassed", { ago: ago(test.at) }),
    failed: () => t("operator.restoreFailed", { ago: ago(test.at) }),
    forbidden: () => t("operator.restoreForbidden"),
  };
  return (
    <MachinePart
      title={t("operator.backup")}
      warning={wrong ? t(wrong) : false}
      action={
        <Form method="post">
          <SubmitButton name="intent" value="backup" size="sm" variant="ghost">
            {t("operator.backupNow")}
          </SubmitButton>
        </Form>
      }
      items={[
        { term: t("operator.lastBackup"), detail: last ? ago(last.at) : t("operator.none") },
        { term: t("operator.size"), detail: last && <Size bytes={last.bytes} /> },
        { term: t("operator.backupFile"), detail: last?.file && <Ltr>{last.file}</Ltr> },
        {
          term: t("operator.backupSealed"),
          detail: last && t(last.isSealed ? "operator.backupSealedYes" : "operator.backupSealedNo"),
        },
        { term: t("operator.restoreTest"), detail: test && outcome ? outcome[test.outcome]() : t("operator.none") },
        {
          term: t("operator.backupMade"),
          detail: at && t(isHourly ? "operator.backupHourlyAt" : "operator.backupDailyAt", { time: at }),
        },
        { term: t("operator.version"), detail: <Ltr>{version}</Ltr> },
      ]}
    />
  );
}
