import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { placeInWords } from "#app/features/lost-found/board/gazetteer.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { LinkedData } from "#app/platform/ui/page/linked-data.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { CallToAction } from "../call-to-action.tsx";
import { getSiteStats } from "../stats.server.ts";
import type { Route } from "./+types/home-page";
import { FoundTag } from "./found-tag.tsx";
import { HomeHero } from "./home-hero.tsx";
import { HomeStats } from "./home-stats.tsx";
import { Homecomings } from "./homecomings.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { TryAScan } from "./try-a-scan.tsx";
import { WhyAleef } from "./why-aleef.tsx";

export const handle = { i18n: ["pages"], description: "pages.home.description" } satisfies PageHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { language } = context.get(requestInfoContext);
  const { homecomings, ...stats } = await getSiteStats(ctx);
  return {
    publicUrl: ctx.settings.publicUrl,
    stats,
    homecomings: homecomings.map((homecoming) => ({ ...homecoming, area: placeInWords(homecoming.area, language) })),
  };
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { publicUrl, stats, homecomings } = loaderData;
  return (
    <>
      <LinkedData
        thing={{
          "@type": "Organization",
          name: "Aleef",
          alternateName: "أليف",
          foundingDate: "2023",
          url: publicUrl,
          logo: `${publicUrl}/icon-512.png`,
        }}
      />
      <HomeHero tagFromCents={stats.tagFromCents} />
      <FoundTag />
      <HowItWorks />
      <TryAScan />
      <WhyAleef />
      <HomeStats stats={stats} />
      <Homecomings homecomings={homecomings} />
      <CallToAction
        title={t("pages.home.cta.title")}
        text={t("pages.home.cta.text")}
        extra={
          <ButtonLink to={href("/learn-more")} variant="ghost" size="lg">
            {t("pages.home.cta.more")}
          </ButtonLink>
        }
      />
    </>
  );
}
