// /dashboard/settings/my-data: each settings page stands with what it sets; settings has only the account's own.
import { getInputProps } from "@conform-to/react";
import Download from "lucide-react/icons/download";
import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { hasPassword, requirePassword } from "#app/features/auth/password/check-password.server.ts";
import { OwnPasswordField } from "#app/features/auth/password/password-field.tsx";
import { createCookieHeaders } from "#app/features/auth/sessions/session.server.ts";
import { signOut } from "#app/features/auth/sign-in/sign-in.server.ts";
import { listLostNames } from "#app/features/pets/list/pet-list.server.ts";
import { SettingsLayout } from "#app/features/settings/settings-frame.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { signInNameOf } from "#app/features/users/users.rules.ts";
import { defineIntent, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { Route } from "./+types/account-data-page";
import {
  createExportTicket,
  createExportTicketCookie,
  isExportTicket,
  readExportTicket,
} from "./data-export.server.ts";
import { copyForm, deleteAccount, deleteAccountForm } from "./delete-account.server.ts";

export const handle = {
  i18n: ["accountData", "accountSettings", "accounts", "escalation"],
  title: "accountSettings.myData" satisfies WordKey,
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const isReady = isExportTicket(ctx, actor, readExportTicket(request));
  return { isReady, hasPassword: await hasPassword(ctx, actor), lost: await listLostNames(ctx, actor) };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const { ctx, actor } = await requireUser(request, context);
  return handleIntents(args, {
    copy: defineIntent(copyForm, async ({ currentPassword }) => {
      await requirePassword(ctx, actor, currentPassword);
      return redirectWithToast(
        href("/dashboard/settings/my-data"),
        "accountData.copy.ready",
        createCookieHeaders([createExportTicketCookie(createExportTicket(ctx, actor), ctx.settings.secure)]),
      );
    }),
    leave: defineIntent(
      deleteAccountForm,
      async (form) => {
        await deleteAccount(ctx, actor, form);
        return redirectWithToast("/", "accountData.leave.done", createCookieHeaders(await signOut(ctx, request)));
      },
      "accountData.leave.failed",
    ),
  });
}

interface CopyProps {
  isReady: boolean;
  hasPassword: boolean;
  answer: FormAnswer | undefined;
}

/** Asks for the password, then offers the file for download. */
function DataExportCard({ isReady, hasPassword, answer }: CopyProps) {
  const t = useT();
  const [form, fields] = useAppForm<{ currentPassword: string }>({ intent: "copy", answer });
  if (isReady)
    return (
      <Notice
        tone="ok"
        title={t("accountData.copy.ready")}
        action={
          <a href={href("/dashboard/settings/my-data/file")} download className={buttonClass()}>
            <Download aria-hidden className="size-5" />
            {t("accountData.copy.download")}
          </a>
        }
      >
        {t("accountData.copy.readyText")}
      </Notice>
    );
  return (
    <AppForm form={form} summary className="grid gap-5">
      <OwnPasswordField field={fields.currentPassword} hasPassword={hasPassword} />
      <SubmitButton className="justify-self-start">{t("accountData.copy.prepare")}</SubmitButton>
    </AppForm>
  );
}

const deletedKeys = ["deleted1", "deleted2", "deleted3", "deleted4"] as const;
const keptKeys = ["kept1", "kept2"] as const;

/**
 * Form to delete the account: explains what is deleted and what remains, and asks for the password and the e-mail
 * address.
 */
function DeleteAccountForm({
  hasPassword,
  lost,
  answer,
}: {
  hasPassword: boolean;
  /** Names of the user's lost pets. */
  lost: string[];
  answer: FormAnswer | undefined;
}) {
  const { t, format, user } = useViewer();
  const [form, fields] = useAppForm<{ currentPassword: string; confirm: string; knowsLost: string }>({
    intent: "leave",
    answer,
  });
  return (
    <div className="grid gap-6">
      <div className="grid gap-5 sm:grid-cols-2">
        <BulletList
          title={t("accountData.leave.deleted")}
          points={deletedKeys.map((key) => t(`accountData.leave.${key}`))}
        />
        <BulletList title={t("accountData.leave.kept")} points={keptKeys.map((key) => t(`accountData.leave.${key}`))} />
      </div>
      <AppForm form={form} summary className="grid gap-5">
        {lost.length > 0 && (
          <Notice
            tone="lost"
            title={t("accountData.leave.lostTitle", { count: lost.length, names: format.list(lost) })}
          >
            <p>{t("accountData.leave.lostText")}</p>
            <Checkbox
              {...getInputProps(fields.knowsLost, { type: "checkbox" })}
              key={fields.knowsLost.key}
              label={t("accountData.leave.knowsLost")}
              errors={fields.knowsLost.errors ?? []}
              className="mt-3"
            />
          </Notice>
        )}
        <OwnPasswordField field={fields.currentPassword} hasPassword={hasPassword} />
        <Field
          id={fields.confirm.id}
          label={t(user?.email ? "accountData.leave.confirm" : "accountData.leave.confirmNumber")}
          hint={<Ltr>{user && signInNameOf(user)}</Ltr>}
          errors={fields.confirm.errors}
        >
          <TextInput
            {...getInputProps(fields.confirm, { type: "text" })}
            key={fields.confirm.key}
            required
            ltr
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <SubmitButton variant="lost" className="justify-self-start">
          {t("accountData.leave.action")}
        </SubmitButton>
      </AppForm>
    </div>
  );
}

function BulletList({ title, points }: { title: string; points: string[] }) {
  return (
    <div>
      <h3 className="text-base">{title}</h3>
      <ul className="mt-2 grid list-disc gap-1.5 ps-5 text-sm">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}

/** Page to export the user's own data and to delete the account. */
export default function AccountDataPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { isReady, hasPassword, lost } = loaderData;
  return (
    <SettingsLayout>
      <Card as="section">
        <CardHeader title={t("accountData.copy.title")} text={t("accountData.copy.text")} />
        <DataExportCard isReady={isReady} hasPassword={hasPassword} answer={answer} />
      </Card>
      <Card as="section" tone="lost">
        <CardHeader title={t("accountData.leave.title")} text={t("accountData.leave.text")} />
        <DeleteAccountForm hasPassword={hasPassword} lost={lost} answer={answer} />
      </Card>
    </SettingsLayout>
  );
}
