import { href } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { Reachability } from "./reachability.server.ts";

/** Amber warning on the owner's pet pages that a finder may not be able to reach them. */
export function ReachabilityNotice({ reachability: { state, key } }: { reachability: Reachability }) {
  const t = useT();
  if (state === "ok") return null;
  return (
    <Notice
      tone="sun"
      className="mb-5"
      title={t(`reachability.notice.${state}.title`)}
      action={
        <ButtonLink size="sm" to={href("/still-reachable/:key", { key })}>
          {t("reachability.notice.action")}
        </ButtonLink>
      }
    >
      {t(`reachability.notice.${state}.text`)}
    </Notice>
  );
}
