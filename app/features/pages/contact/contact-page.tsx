import { useTranslation } from "react-i18next";
import { href, useSearchParams } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { handleForm } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { PageHero } from "../page-hero.tsx";
import type { Route } from "./+types/contact-page";
import { contactForm } from "./contact.forms.server.ts";
import { sendContactMessage } from "./contact.server.ts";
import { ContactForm } from "./contact-form.tsx";

export const handle = {
  i18n: ["pages"],
  title: "pages.contact.title",
  description: "pages.contact.description",
} satisfies PageHandle;

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(appContext);
  const { address } = args.context.get(requestInfoContext);
  return handleForm(
    args,
    contactForm,
    async (form) => {
      await sendContactMessage(ctx, form, address);
      return redirectWithToast(`${href("/contact")}?sent`, { type: "success", code: "pages.contact.sent" });
    },
    { failed: "pages.contact.failed" },
  );
}

export const clientAction = submitForm;

export default function ContactPage({ actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { user } = useViewer();
  const [query] = useSearchParams();
  useErrorToast(answer);
  return (
    <>
      <PageHero title={t("pages.contact.head")} lead={t("pages.contact.lead")} />
      <div className="wrap grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card as="section">
          {query.has("sent") ? (
            <Notice tone="ok" title={t("pages.contact.sent")}>
              {t("pages.contact.sentText")}
            </Notice>
          ) : (
            <>
              <CardHeader title={t("pages.contact.formTitle")} text={t("pages.contact.formText")} />
              <ContactForm
                answer={answer}
                from={user ? { name: `${user.firstName} ${user.lastName ?? ""}`.trim(), email: user.email ?? "" } : {}}
              />
            </>
          )}
        </Card>
        <div className="grid gap-5">
          <Card as="section" tone="sun">
            <CardHeader title={t("pages.contact.foundTitle")} text={t("pages.contact.foundText")} />
            <ButtonLink to={href("/t")} variant="sun">
              {t("pages.contact.foundAction")}
            </ButtonLink>
          </Card>
          <Card as="section">
            <CardHeader title={t("pages.contact.helpTitle")} text={t("pages.contact.helpText")} />
            <ButtonLink to={`${href("/learn-more")}#questions`} variant="ghost">
              {t("pages.contact.helpAction")}
            </ButtonLink>
          </Card>
        </div>
      </div>
    </>
  );
}
