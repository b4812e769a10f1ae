import { useTranslation } from "react-i18next";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import type { PageHandle } from "#app/platform/ui/page-handle.ts";
import { PageHero } from "./page-hero.tsx";

export const handle = { title: "pages.contact.title", description: "pages.contact.description" } satisfies PageHandle;

const address = "hello@aleef.test";

export default function ContactScreen() {
  const { t } = useTranslation();
  return (
    <>
      <PageHero title={t("pages.contact.head")} lead={t("pages.contact.lead")} />
      <div className="wrap grid gap-5 md:grid-cols-3">
        <Card as="section" tone="sun">
          <CardHeader title={t("pages.contact.foundTitle")} text={t("pages.contact.foundText")} />
          <ButtonLink to="/#found" variant="sun">
            {t("pages.contact.foundAction")}
          </ButtonLink>
        </Card>
        <Card as="section">
          <CardHeader title={t("pages.contact.emailTitle")} text={t("pages.contact.emailText")} />
          <a href={`mailto:${address}`} className={buttonClass({ variant: "ghost" })}>
            <Ltr>{address}</Ltr>
          </a>
        </Card>
        <Card as="section">
          <CardHeader title={t("pages.contact.helpTitle")} text={t("pages.contact.helpText")} />
          <ButtonLink to="/learn-more#questions" variant="ghost">
            {t("pages.contact.helpAction")}
          </ButtonLink>
        </Card>
      </div>
    </>
  );
}
