import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatAgo } from "#app/platform/i18n/format.ts";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { getBackupState } from "./backups.server.ts";
import { MachineSection, Size } from "./machine-section.tsx";

type State = Awaited<ReturnType<typeof getBackupState>>;

/** Returns the most urgent warning about backups; null when all is well. */
function findWarning({ last, test, at }: State) {
  if (!last) return "system.backupNever";
  if (test?.outcome === "failed") return "system.backupTestFailed";
  if (last.isOld) return "system.backupOld";
  return at ? null : "system.backupUnscheduled";
}

/** Section with the age of the newest backup, whether it is encrypted, and whether restoring it was tested. */
export function BackupSection({ state, now, version }: { state: State; now: Date; version: string }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const { last, test, at, isHourly } = state;
  const wrong = findWarning(state);
  const ago = (at: string) => `\u2068${formatAgo(at, now, language)}\u2069`;
  const outcome = test && {
    passed: () => t("system.restorePassed", { ago: ago(test.at) }),
    failed: () => t("system.restoreFailed", { ago: ago(test.at) }),
    forbidden: () => t("system.restoreForbidden"),
  };
  return (
    <MachineSection
      title={t("system.backup")}
      warning={wrong ? t(wrong) : false}
      action={
        <Form method="post">
          <SubmitButton name="intent" value="backup" size="sm" variant="ghost">
            {t("system.backupNow")}
          </SubmitButton>
        </Form>
      }
      items={[
        { term: t("system.lastBackup"), detail: last ? ago(last.at) : t("system.none") },
        { term: t("system.size"), detail: last && <Size bytes={last.bytes} /> },
        { term: t("system.backupFile"), detail: last?.file && <Ltr>{last.file}</Ltr> },
        {
          term: t("system.backupSealed"),
          detail: last && t(last.isSealed ? "system.backupSealedYes" : "system.backupSealedNo"),
        },
        { term: t("system.restoreTest"), detail: test && outcome ? outcome[test.outcome]() : t("system.none") },
        {
          term: t("system.backupMade"),
          detail: at && t(isHourly ? "system.backupHourlyAt" : "system.backupDailyAt", { time: at }),
        },
        { term: t("system.version"), detail: <Ltr>{version}</Ltr> },
      ]}
    />
  );
}
