import { href, Link } from "react-router";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { CallToAction, PageHero, Point } from "../page-hero.tsx";
import type { Route } from "./+types/about-page";

export function loader({ context }: Route.LoaderArgs) {
  const { name, address, email } = readSiteSettings(context.get(appContext)).seller;
  return { seller: { name, address, email } };
}

export const handle = {
  i18n: ["pages"],
  title: "pages.about.title",
  description: "pages.about.description",
  isStatic: true,
} satisfies PageHandle;

/** About page: motivation, principles and team. */
export default function AboutPage({ loaderData: { seller } }: Route.ComponentProps) {
  const t = useT();
  return (
    <>
      <PageHero title={t("pages.about.head")} lead={t("pages.about.lead")} />
      <section className="wrap grid items-center gap-10 lg:grid-cols-[1.1fr_.9fr]">
        <div className="grid gap-4">
          <h2 className="text-xl">{t("pages.about.whyTitle")}</h2>
          <p className="max-w-[62ch] text-ink-2">{t("pages.about.why1")}</p>
          <p className="max-w-[62ch] text-ink-2">{t("pages.about.why2")}</p>
        </div>
        <div className="flex h-72 items-end justify-center overflow-hidden rounded-3 bg-sun-soft">
          <AnimalDrawing kind="cat" seed="mishmish" className="-me-6 h-52 w-auto" />
          <AnimalDrawing kind="dog" seed="rocky" className="h-64 w-auto" />
          <AnimalDrawing kind="other" seed="loz" className="-ms-6 h-44 w-auto max-sm:hidden" />
        </div>
      </section>
      <section className="wrap mt-16 md:mt-20">
        <h2 className="text-xl">{t("pages.about.howTitle")}</h2>
        <ul className="mt-7 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {([1, 2, 3, 4] as const).map((value) => (
            <Point key={value} title={t(`pages.about.value${value}`)}>
              {t(`pages.about.value${value}Text`)}
            </Point>
          ))}
        </ul>
      </section>
      <section className="wrap mt-16 md:mt-20">
        <h2 className="text-xl">{t("pages.about.whoTitle")}</h2>
        <p className="mt-3 max-w-[62ch] text-ink-2">
          {t("pages.about.whoText", { name: `\u2068${seller.name}\u2069` })}
        </p>
        <dl className="mt-5 grid max-w-[62ch] gap-x-10 gap-y-4 sm:grid-cols-2">
          {seller.address.length > 0 && (
            <div>
              <dt className="text-sm text-ink-3">{t("pages.about.where")}</dt>
              {seller.address.map((line) => (
                <dd key={line}>
                  <bdi>{line}</bdi>
                </dd>
              ))}
            </div>
          )}
          <div>
            <dt className="text-sm text-ink-3">{t("pages.about.contact")}</dt>
            <dd className="grid justify-items-start gap-1">
              {seller.email && (
                <a href={`mailto:${seller.email}`} className="link">
                  <Ltr>{seller.email}</Ltr>
                </a>
              )}
              <Link to={href("/contact")} className="link">
                {t("pages.about.write")}
              </Link>
            </dd>
          </div>
        </dl>
      </section>
      <CallToAction title={t("pages.about.ctaTitle")} text={t("pages.about.ctaText")} />
    </>
  );
}
