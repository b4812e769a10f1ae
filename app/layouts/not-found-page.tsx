import { useTranslation } from "react-i18next";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { LostDrawing } from "#app/platform/ui/drawings/lost-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty.tsx";

/** What is not there and what belongs to somebody else look the same. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <EmptyState
      level={1}
      drawing={<LostDrawing />}
      title={t("common.notFound.title")}
      text={t("common.notFound.text")}
      actions={<ButtonLink to="/">{t("common.notFound.home")}</ButtonLink>}
    />
  );
}
