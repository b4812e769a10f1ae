import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { Reach } from "./reach.server.ts";

/** Amber warning on the owner's pet pages that a finder may not be able to reach them. */
export function ReachNotice({ reach: { state, key } }: { reach: Reach }) {
  const { t } = useTranslation();
  if (state === "ok") return null;
  return (
    <Notice
      tone="sun"
      className="mb-5"
      title={t(`reach.notice.${state}.title`)}
      action={
        <ButtonLink size="sm" variant="sun" to={href("/still-reachable/:key", { key })}>
          {t("reach.notice.action")}
        </ButtonLink>
      }
    >
      {t(`reach.notice.${state}.text`)}
    </Notice>
  );
}
