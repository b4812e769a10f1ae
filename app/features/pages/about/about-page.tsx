import BellRing from "lucide-react/icons/bell-ring";
import EyeOff from "lucide-react/icons/eye-off";
import HandHeart from "lucide-react/icons/hand-heart";
import Languages from "lucide-react/icons/languages";
import Mail from "lucide-react/icons/mail";
import type { ReactNode } from "react";
import { href } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { defaultSiteSettings, readSiteSettings } from "#app/platform/site-settings.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { CallToAction, PageHero, Point } from "../page-hero.tsx";
import type { Route } from "./+types/about-page";

export function loader({ context }: Route.LoaderArgs) {
  const { name, address, email } = readSiteSettings(context.get(appContext)).seller;
  const isOwnName = name === defaultSiteSettings.seller.name;
  return { seller: { name: isOwnName ? null : name, address, email } };
}

export const handle = {
  i18n: ["pages"],
  title: "pages.about.title",
  description: "pages.about.description",
  isStatic: true,
} satisfies PageHandle;

const principles = [
  [HandHeart, 1],
  [EyeOff, 2],
  [Languages, 3],
  [BellRing, 4],
] as const;

/** Part of the page: its title at the start of a wide screen, its content beside it. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="wrap mt-10 md:mt-12">
      <div className="grid grid-cols-1 gap-5 border-t border-line pt-8 md:pt-10 lg:grid-cols-[1fr_2fr] lg:gap-12">
        <h2 className="text-xl">{title}</h2>
        {children}
      </div>
    </section>
  );
}

/** About page: motivation, principles and team. */
export default function AboutPage({ loaderData: { seller } }: Route.ComponentProps) {
  const { t, user } = useViewer();
  const name = seller.name ?? t("shell.name");
  return (
    <>
      <PageHero
        title={t("pages.about.head")}
        lead={t("pages.about.lead")}
        aside={
          <div className="flex h-56 items-end justify-center overflow-hidden rounded-3 bg-sun-soft sm:h-72">
            <AnimalDrawing kind="cat" seed="mishmish" className="-me-6 h-40 w-auto sm:h-52" />
            <AnimalDrawing kind="dog" seed="rocky" className="h-48 w-auto sm:h-64" />
            <AnimalDrawing kind="other" seed="loz" className="-ms-6 h-36 w-auto max-sm:hidden sm:h-44" />
          </div>
        }
      >
        <div className="mt-2 flex flex-wrap gap-3">
          <ButtonLink to={user ? href("/dashboard") : `${href("/auth")}?mode=sign-up`} size="lg">
            {t(user ? "pages.home.cta.dashboard" : "pages.home.cta.button")}
          </ButtonLink>
          <ButtonLink to={href("/learn-more")} variant="ghost" size="lg">
            {t("pages.home.cta.more")}
          </ButtonLink>
        </div>
      </PageHero>
      <Part title={t("pages.about.whyTitle")}>
        <div className="grid gap-4 text-lg text-ink-2">
          <p className="max-w-[58ch]">{t("pages.about.why1")}</p>
          <p className="max-w-[58ch]">{t("pages.about.why2")}</p>
        </div>
      </Part>
      <Part title={t("pages.about.howTitle")}>
        <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
          {principles.map(([Icon, value]) => (
            <Point key={value} icon={<Icon />} title={t(`pages.about.value${value}`)}>
              {t(`pages.about.value${value}Text`)}
            </Point>
          ))}
        </ul>
      </Part>
      <Part title={t("pages.about.whoTitle")}>
        <div className="grid justify-items-start gap-4">
          <p className="max-w-[58ch] text-lg text-ink-2">{t("pages.about.whoText", { name: `\u2068${name}\u2069` })}</p>
          {seller.address.length > 0 && (
            <address className="not-italic">
              {seller.address.map((line) => (
                <p key={line}>
                  <bdi>{line}</bdi>
                </p>
              ))}
            </address>
          )}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <ButtonLink to={href("/contact")} variant="ghost" icon={<Mail aria-hidden />}>
              {t("pages.about.write")}
            </ButtonLink>
            {seller.email && (
              <a href={`mailto:${seller.email}`} className="link inline-flex min-h-11 items-center">
                <Ltr>{seller.email}</Ltr>
              </a>
            )}
          </div>
        </div>
      </Part>
      <CallToAction title={t("pages.about.ctaTitle")} text={t("pages.about.ctaText")} />
    </>
  );
}
