import ShieldAlert from "lucide-react/icons/shield-alert";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty.tsx";

export function AccessDeniedPage({ text }: { text?: string }) {
  const { t } = useTranslation();
  const { user } = useViewer();
  return (
    <EmptyState
      level={1}
      drawing={<ShieldAlert aria-hidden className="max-h-24 text-lost" strokeWidth={1.25} />}
      title={t("common.accessDenied.title")}
      text={text ?? t("common.accessDenied.text")}
      actions={
        <>
          {user && <ButtonLink to={href("/dashboard")}>{t("common.accessDenied.dashboard")}</ButtonLink>}
          <ButtonLink to="/" variant="ghost">
            {t("common.accessDenied.home")}
          </ButtonLink>
        </>
      }
    />
  );
}
