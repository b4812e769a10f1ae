import { getSelectProps } from "@conform-to/react";
import { href, useSearchParams } from "react-router";
import { EmailField } from "#app/features/auth/email-field.tsx";
import { getUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { type FormAnswer, handleForm } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, Options } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { PageHero } from "../page-hero.tsx";
import type { Route } from "./+types/contact-page";
import { maxLengths, topics } from "./contact.rules.ts";
import { contactForm, sendContactMessage } from "./contact.server.ts";

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
      await sendContactMessage(ctx, await getUser(args.request, args.context), form, address);
      return redirectWithToast(`${href("/contact")}?sent`, "pages.contact.sent");
    },
    { failed: "pages.contact.failed" },
  );
}

interface Values {
  name: string;
  email: string;
  topic: string;
  body: string;
}

/** Form to e-mail the operator. Prefilled for signed-in users. */
function ContactForm({ answer, from }: { answer: FormAnswer | undefined; from: Partial<Values> }) {
  const t = useT();
  const [form, fields] = useAppForm<Values>({
    id: "contact",
    answer,
    defaultValue: { topic: "question", ...from },
    draft: "contact",
  });
  return (
    <AppForm form={form} summary className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <LineField
          field={fields.name}
          label={t("pages.contact.name")}
          max={maxLengths.name}
          autoComplete="name"
          needed
        />
        <EmailField field={fields.email} label={t("pages.contact.email")} />
      </div>
      <Field id={fields.topic.id} label={t("pages.contact.topic")} errors={fields.topic.errors}>
        <NativeSelect {...getSelectProps(fields.topic)} key={fields.topic.key}>
          <Options values={topics} label={(topic) => t(`pages.contact.topics.${topic}`)} />
        </NativeSelect>
      </Field>
      <ProseField field={fields.body} label={t("pages.contact.body")} max={maxLengths.body} needed />
      <SubmitButton size="lg" className="justify-self-start">
        {t("pages.contact.send")}
      </SubmitButton>
    </AppForm>
  );
}

export default function ContactPage({ actionData: answer }: Route.ComponentProps) {
  const { t, user } = useViewer();
  const [query] = useSearchParams();
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
            <ButtonLink to={href("/t")} variant="ghost">
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
