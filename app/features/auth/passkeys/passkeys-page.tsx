import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { type FormAnswer, handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { requireUser } from "../guards.server.ts";
import { hasPassword } from "../password/check-password.server.ts";
import type { Route } from "./+types/passkeys-page";
import { type AddOptions, AddPasskey } from "./add-passkey.tsx";
import { PasskeyForms } from "./passkey-forms.tsx";
import { passkeyAddForm, passkeyBeginForm, passkeyForm, passkeyNameForm } from "./passkeys.forms.server.ts";
import { createPasskey, deletePasskey, listPasskeys, startPasskey, updatePasskeyName } from "./passkeys.server.ts";

export const handle = { i18n: ["accounts"], title: "accounts.passkeys.title" satisfies WordKey };

const pagePath = href("/dashboard/settings/security/passkeys");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return {
    passkeys: await listPasskeys(ctx, actor),
    hasPassword: await hasPassword(ctx, actor),
    hasEmail: actor.email !== null,
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const done = (code: WordKey) => redirectWithToast(pagePath, { type: "success", code });
  return handleIntents(args, {
    begin: intent(passkeyBeginForm, async ({ currentPassword }) =>
      Response.json({ options: await startPasskey(ctx, actor, currentPassword) }),
    ),
    add: intent(passkeyAddForm, async (form) => {
      await createPasskey(ctx, actor, form);
      return done("accounts.passkeys.isAdded");
    }),
    rename: intent(passkeyNameForm, async ({ passkeyId, name }) => {
      await updatePasskeyName(ctx, actor, passkeyId, name);
      return done("accounts.passkeys.isRenamed");
    }),
    remove: intent(passkeyForm, async ({ passkeyId }) => {
      await deletePasskey(ctx, actor, passkeyId);
      return done("accounts.passkeys.isRemoved");
    }),
  });
}

/** Returns the form with its errors, or the options to create a passkey. */
export const clientAction = submitForm<FormAnswer & { options?: AddOptions }>;

/** Page to add, rename and delete the account's passkeys. */
export default function PasskeysPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { passkeys, hasEmail } = loaderData;
  const refused = answer?.form ? answer : undefined;
  useErrorToast(refused);
  return (
    <>
      <PageHeader
        above={
          <Breadcrumb
            items={[
              { label: t("accounts.passkeys.back"), to: href("/dashboard/settings/security") },
              { label: t("accounts.passkeys.title") },
            ]}
          />
        }
        title={t("accounts.passkeys.title")}
        lead={t("accounts.passkeys.text")}
      />
      <div className="grid max-w-3xl gap-5">
        {!hasEmail && passkeys.length > 0 && <Notice tone="sun">{t("accounts.passkeys.keepAnother")}</Notice>}
        <Card as="section">
          {passkeys.length === 0 && <p className="text-ink-2">{t("accounts.passkeys.none")}</p>}
          <ul className="divide-y divide-line">
            {passkeys.map((passkey) => (
              <li key={passkey.id} className="grid gap-1 py-4 first:pt-0 last:pb-0">
                <h2 className="text-base wrap-anywhere">
                  <bdi>{passkey.name}</bdi>
                </h2>
                <p className="text-sm text-ink-2">
                  {t("accounts.passkeys.added", { date: formatDate(passkey.createdAt, language, timeZone) })}
                  {" · "}
                  {passkey.usedAt
                    ? t("accounts.passkeys.used", { date: formatDate(passkey.usedAt, language, timeZone) })
                    : t("accounts.passkeys.unused")}
                </p>
                {passkey.isSynced && <p className="text-sm text-ink-2">{t("accounts.passkeys.synced")}</p>}
                <PasskeyForms passkey={passkey} answer={refused} />
              </li>
            ))}
          </ul>
        </Card>
        <Card as="section">
          <CardHeader title={t("accounts.passkeys.add")} text={t("accounts.passkeys.addText")} />
          <AddPasskey hasPassword={loaderData.hasPassword} answer={answer} />
        </Card>
      </div>
    </>
  );
}
