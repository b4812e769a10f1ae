import Send from "lucide-react/icons/send";
import { useRef } from "react";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextArea } from "#app/platform/ui/forms/text-input.tsx";
import { useSettledForm } from "#app/platform/ui/forms/use-settled-form.ts";
import { messageMaxLength } from "./conversations.rules.ts";

/**
 * Form for a reply. The text is kept while the page revalidates and when the submission is rejected or does not reach
 * the server, and cleared after it was sent.
 */
export function ReplyForm({ answer }: { answer: FormAnswer | undefined }) {
  const t = useT();
  const rejectedReply = answer?.intent === "reply" ? answer : undefined;
  const typedBody = rejectedReply?.form.initialValue?.body;
  const errors = rejectedReply?.form.error?.body ?? (rejectedReply?.refusal ? [rejectedReply.refusal] : undefined);
  const form = useSentForm(rejectedReply !== undefined);
  return (
    <AppForm intent="reply" action="#conversation" preventScrollReset ref={form} className="grid gap-3">
      <Field label={t("conversations.writeLabel")} hint={t("conversations.masked")} errors={errors}>
        <TextArea
          name="body"
          required
          maxLength={messageMaxLength}
          className="[unicode-bidi:plaintext]"
          placeholder={t("conversations.write")}
          defaultValue={typeof typedBody === "string" ? typedBody : undefined}
        />
      </Field>
      <SubmitButton icon={<Send aria-hidden className="rtl:-scale-x-100" />} className="ms-auto">
        {t("conversations.send")}
      </SubmitButton>
    </AppForm>
  );
}

/**
 * Clears the form after the server accepted it, and focuses the text box after a rejection. A reply that did not reach
 * the server stays in the box.
 */
function useSentForm(isRejected: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useSettledForm("reply", (isAccepted) => {
    const box = form.current?.elements.namedItem("body") as HTMLTextAreaElement | null;
    if (box && isAccepted) box.value = "";
    else if (isRejected) box?.focus();
  });
  return form;
}
