import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";

/** Says plainly that somebody may not report, and how to appeal. */
export function BannedNotice() {
  const { t } = useTranslation();
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
