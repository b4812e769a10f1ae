import { useTranslation } from "react-i18next";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { ReportKind } from "../reports.rules.ts";

/** Somebody stands before a poster: the one thing to do is one tap away. */
export function FromPoster({ kind }: { kind: ReportKind }) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="ok"
      action={
        <ButtonLink to="#write" size="sm">
          {t(`posters.tell.${kind}`)}
        </ButtonLink>
      }
    >
      {t("posters.stopped")}
    </Notice>
  );
}
