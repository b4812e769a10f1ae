import { href } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";

/** Notice that the user is banned from reporting, with a link to appeal. */
export function BannedNotice() {
  const t = useT();
  return (
    <Notice
      tone="sun"
      role="status"
      title={t("lostFound.ban.title")}
      action={
        <ButtonLink to={href("/contact")} size="sm">
          {t("lostFound.ban.contact")}
        </ButtonLink>
      }
    >
      {t("lostFound.ban.text")}
    </Notice>
  );
}
