import { useTranslation } from "react-i18next";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { CallToAction } from "./call-to-action.tsx";
import { FoundTag } from "./found-tag.tsx";
import { HomeHero } from "./home-hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { WhyAleef } from "./why-aleef.tsx";

export const handle = { title: "pages.home.title" satisfies WordKey };

export default function HomeScreen() {
  const { t } = useTranslation();
  return (
    <>
      <HomeHero />
      <FoundTag />
      <HowItWorks />
      <WhyAleef />
      <CallToAction
        title={t("pages.home.cta.title")}
        text={t("pages.home.cta.text")}
        extra={
          <ButtonLink to="/learn-more" variant="ghost" size="lg">
            {t("pages.home.cta.more")}
          </ButtonLink>
        }
      />
    </>
  );
}
