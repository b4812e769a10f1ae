import Bell from "lucide-react/icons/bell";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useFormKey } from "#app/platform/http/forms/use-form-key.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";

/** "Tell me when it's back" on the page of a sold-out product: by the account's channels, or by e-mail for guests. */
export function BackInStock({ isWaiting, answer }: { isWaiting: boolean; answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const isSignedIn = useViewer().user !== null;
  const formKey = useFormKey();
  return (
    <Card as="section" id="back-in-stock" pad="sm" className="grid scroll-mt-24 gap-3">
      <h2 className="text-base font-semibold">{t(isWaiting ? "store.back.waiting" : "store.back.title")}</h2>
      <Form method="post" key={formKey} noValidate preventScrollReset className="flex flex-wrap items-start gap-3">
        {!isSignedIn && (
          <Field
            label={t("store.back.email")}
            hint={t("store.back.emailHint")}
            errors={answer?.form.error?.email ?? []}
            className="min-w-[min(100%,13rem)] flex-1"
          >
            <TextInput
              name="email"
              type="email"
              ltr
              autoComplete="email"
              defaultValue={String(answer?.form.initialValue?.email ?? "")}
            />
          </Field>
        )}
        <SubmitButton
          name="intent"
          value={isSignedIn ? (isWaiting ? "stop" : "tellMe") : "tellGuest"}
          variant={isWaiting ? "ghost" : "brand"}
          icon={<Bell aria-hidden />}
          className={isSignedIn ? undefined : "sm:mt-7"}
        >
          {t(isWaiting ? "store.back.stop" : "store.back.tellMe")}
        </SubmitButton>
      </Form>
    </Card>
  );
}
