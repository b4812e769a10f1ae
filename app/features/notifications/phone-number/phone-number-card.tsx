import MessageCircle from "lucide-react/icons/message-circle";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import type { getPhoneNumber } from "./phone-number.server.ts";

type PhoneNumber = Awaited<ReturnType<typeof getPhoneNumber>>;

/** Card of the owner's phone number for WhatsApp and SMS: enter, verify, stop messages or change. */
export function PhoneNumberCard({ phone, answer }: { phone: PhoneNumber; answer: FormAnswer | undefined }) {
  const t = useT();
  const { verified, pending, wantsMessages, isFailing } = phone;
  const tone = verified && wantsMessages ? (isFailing ? "lost" : "ok") : "plain";
  const state = isFailing ? "failing" : wantsMessages ? "on" : verified ? "stopped" : "none";
  return (
    <Card as="section" id="phone">
      <CardHeader
        title={t("phone.card.title")}
        text={t("phone.card.text")}
        action={<Chip tone={tone}>{t(`phone.card.state.${state}`)}</Chip>}
      />
      <div className="grid gap-5">
        {answer?.refusal && <FormErrors errors={[{ message: answer.refusal }]} />}
        {isFailing && <Notice tone="lost">{t("phone.card.failing")}</Notice>}
        {pending && <CodeForm shown={pending.shown} answer={answer?.intent === "phoneCode" ? answer : undefined} />}
        {verified && (
          <AppForm intent={wantsMessages ? "phoneStop" : "phoneStart"} className="flex flex-wrap items-center gap-3">
            <p className="me-auto font-semibold">
              <bdi dir="ltr">{verified}</bdi>
            </p>
            <SubmitButton variant="ghost">{t(wantsMessages ? "phone.card.stop" : "phone.card.start")}</SubmitButton>
          </AppForm>
        )}
        {verified || pending ? (
          <Disclosure
            summary={t(pending ? "phone.card.newCodeOrChange" : "phone.card.change")}
            open={answer?.intent === "phoneSend"}
          >
            <NumberForm phone={phone} answer={answer?.intent === "phoneSend" ? answer : undefined} />
          </Disclosure>
        ) : (
          <NumberForm phone={phone} answer={answer?.intent === "phoneSend" ? answer : undefined} />
        )}
      </div>
    </Card>
  );
}

function NumberForm({ phone, answer }: { phone: PhoneNumber; answer: FormAnswer | undefined }) {
  const t = useT();
  const typed = (answer?.form.initialValue as { phone?: string } | undefined)?.phone;
  return (
    <AppForm intent="phoneSend" className="grid gap-4">
      <Field label={t("phone.card.number")} hint={t("phone.card.numberHint")} errors={answer?.form.error?.phone ?? []}>
        <TextInput
          type="tel"
          name="phone"
          autoComplete="tel"
          ltr
          required
          maxLength={40}
          defaultValue={typed ?? (phone.verified ? "" : phone.typed)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="first" value="whatsapp" icon={<MessageCircle aria-hidden />}>
          {t("phone.card.byWhatsapp")}
        </SubmitButton>
        <SubmitButton variant="ghost" name="first" value="sms">
          {t("phone.card.bySms")}
        </SubmitButton>
      </div>
      <p className="text-sm text-ink-2">{t("phone.card.agree")}</p>
    </AppForm>
  );
}

function CodeForm({ shown, answer }: { shown: string; answer: FormAnswer | undefined }) {
  const t = useT();
  return (
    <AppForm intent="phoneCode" className="grid gap-4 rounded-2 bg-brand-soft p-4">
      <Field
        label={t("phone.card.code", { number: `\u2068${shown}\u2069` })}
        hint={t("phone.card.codeHint")}
        errors={answer?.form.error?.code ?? []}
      >
        <TextInput
          name="code"
          ltr
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="tracking-[.12em]"
        />
      </Field>
      <SubmitButton className="justify-self-start">{t("phone.card.confirm")}</SubmitButton>
    </AppForm>
  );
}
