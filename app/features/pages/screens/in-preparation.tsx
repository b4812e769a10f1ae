import { useTranslation } from "react-i18next";
import { useMatches } from "react-router";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { EmptyState } from "#app/platform/ui/empty.tsx";

export const handle = { title: "pages.soon.title" satisfies WordKey };

const screens = {
  tips: { key: "tips", to: "/dashboard/pets" },
  "admin-users": { key: "adminUsers", to: "/admin" },
  "admin-pets": { key: "adminPets", to: "/admin" },
} as const;

/** Stands in for a screen that comes later: says what will be there and what one can do until then. */
export default function InPreparationScreen() {
  const { t } = useTranslation();
  const id = useMatches().at(-1)?.id ?? "";
  const { key, to } = Object.hasOwn(screens, id)
    ? screens[id as keyof typeof screens]
    : ({ key: "other", to: "/" } as const);
  return (
    <div className="wrap">
      <EmptyState
        level={1}
        drawing={<AnimalDrawing kind="dog" seed={id} />}
        title={
          <span className="grid justify-items-center gap-3">
            <Chip tone="sun">{t("pages.soon.chip")}</Chip>
            {t(`pages.soon.${key}.title`)}
          </span>
        }
        text={t(`pages.soon.${key}.text`)}
        actions={<ButtonLink to={to}>{t(`pages.soon.${key}.action`)}</ButtonLink>}
      />
    </div>
  );
}
