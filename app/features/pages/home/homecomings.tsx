import House from "lucide-react/icons/house";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { animalIcons } from "#app/features/pets/animal-icons.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatSpan } from "#app/platform/i18n/format-span.ts";
import { Card } from "#app/platform/ui/card.tsx";
import type { Homecoming } from "../stats.server.ts";

/** Pets that recently came home, each linking to its report; renders nothing without any. */
export function Homecomings({ homecomings }: { homecomings: Homecoming[] }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  if (homecomings.length === 0) return null;
  return (
    <section className="wrap mt-20 md:mt-28">
      <h2 className="text-2xl">{t("pages.home.homecomings.title")}</h2>
      <ul className="mt-8 grid gap-4 md:grid-cols-3">
        {homecomings.map(({ id, name, type, area, after }) => {
          const Icon = animalIcons[type];
          return (
            <Card as="li" key={id} lift className="relative flex items-center gap-4">
              <span className="grid size-14 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-deep">
                <Icon aria-hidden className="size-7" />
              </span>
              <div className="min-w-0 wrap-anywhere">
                <h3 className="text-lg leading-snug">
                  <Link to={href("/community-reports/:reportId", { reportId: id })} className="stretched">
                    {t("pages.home.homecomings.home", { name: `\u2068${name}\u2069` })}
                  </Link>
                </h3>
                <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
                  <House aria-hidden className="size-4 shrink-0 text-brand" />
                  <span>
                    {t("pages.home.homecomings.after", {
                      span: formatSpan(after, language, { afterPreposition: true }),
                    })}
                  </span>
                  <bdi>{area}</bdi>
                </p>
              </div>
            </Card>
          );
        })}
      </ul>
    </section>
  );
}
