import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useFormKey } from "#app/platform/http/forms/use-form-key.ts";
import { useOpenedVersion } from "#app/platform/http/forms/use-opened-version.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextArea, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { maxEmailLengths, maxNoteLength } from "./admin-users.rules.ts";
import type { UserForAdmin } from "./user-facts.server.ts";
import type { getUserNote } from "./user-note.server.ts";

interface NoteProps {
  note: Awaited<ReturnType<typeof getUserNote>>;
  answer: FormAnswer | undefined;
}

/** Form for the administrators' shared note about a user. */
export function UserNote({ note, answer }: NoteProps) {
  const { t, format } = useViewer();
  const formKey = useFormKey();
  const version = useOpenedVersion(note.version, answer);
  const typed = answer?.form.initialValue?.note;
  const errors = answer?.form.error?.note ?? [];
  return (
    <Card as="section" className="grid gap-3">
      <CardHeader title={t("adminUsers.note.title")} />
      <AppForm intent="note" values={{ version }} key={formKey} className="grid gap-3" preventScrollReset>
        {errors.length > 0 && note.text && (
          <Notice tone="sun" title={t("adminUsers.note.now")}>
            <bdi className="whitespace-pre-line">{note.text}</bdi>
          </Notice>
        )}
        <Field label={t("adminUsers.note.label")} hint={t("adminUsers.note.hint")} errors={errors}>
          <TextArea
            name="note"
            dir="auto"
            maxLength={maxNoteLength}
            defaultValue={typeof typed === "string" ? typed : note.text}
          />
        </Field>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SubmitButton variant="ghost" size="sm">
            {t("form.save")}
          </SubmitButton>
          {note.updatedAt && (
            <span className="text-xs text-ink-3">
              {t("adminUsers.note.by", {
                name: `\u2068${note.by ?? "–"}\u2069`,
                date: format.date(note.updatedAt, "dateTime"),
              })}
            </span>
          )}
        </div>
      </AppForm>
    </Card>
  );
}

/** Form to send the user an e-mail, framed in their language. */
export function SendEmail({ user, answer }: { user: UserForAdmin; answer: FormAnswer | undefined }) {
  const t = useT();
  const formKey = useFormKey();
  const [form, fields] = useAppForm<{ subject: string; body: string }>({
    id: `email-${formKey}`,
    intent: "email",
    answer,
  });
  const refusals = answer?.form.error?.[""] ?? [];
  return (
    <Disclosure summary={t("adminUsers.sendEmail.title")} open={answer !== undefined}>
      <AppForm form={form} key={formKey} className="grid gap-4" preventScrollReset>
        <p className="text-sm text-ink-2">
          {t("adminUsers.sendEmail.reads", { language: t(`common.languages.${user.language ?? "en"}`) })}
        </p>
        {refusals.length > 0 && (
          <Notice tone="lost" role="alert">
            {refusals.join(" ")}
          </Notice>
        )}
        <Field id={fields.subject.id} label={t("adminUsers.sendEmail.subject")} errors={fields.subject.errors}>
          <TextInput
            name="subject"
            dir="auto"
            maxLength={maxEmailLengths.subject}
            defaultValue={fields.subject.initialValue}
          />
        </Field>
        <Field id={fields.body.id} label={t("adminUsers.sendEmail.body")} errors={fields.body.errors}>
          <TextArea
            name="body"
            dir="auto"
            rows={6}
            maxLength={maxEmailLengths.body}
            defaultValue={fields.body.initialValue}
          />
        </Field>
        <div>
          <SubmitButton>{t("adminUsers.sendEmail.send")}</SubmitButton>
        </div>
      </AppForm>
    </Disclosure>
  );
}
