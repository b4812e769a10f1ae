import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { hasPassword, requirePassword } from "#app/features/auth/password/check-password.server.ts";
import { createCookieHeaders } from "#app/features/auth/sessions/session.server.ts";
import { signOut } from "#app/features/auth/sign-in/sign-in.server.ts";
import { listLostNames } from "#app/features/pets/list/lost-pets.server.ts";
import { SettingsLayout } from "#app/features/settings/settings-frame.tsx";
import { handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import type { Route } from "./+types/account-data-page";
import { copyForm, deleteAccountForm } from "./account-data.forms.server.ts";
import { createExportTicket, isExportTicket } from "./data-export.server.ts";
import { DataExportCard } from "./data-export-card.tsx";
import { createExportTicketCookie, readExportTicket } from "./data-ticket-cookie.server.ts";
import { deleteAccount } from "./delete-account.server.ts";
import { DeleteAccountForm } from "./delete-account-form.tsx";

export const handle = {
  i18n: ["accountData", "accounts", "escalation"],
  title: "accounts.settings.myData" satisfies WordKey,
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
    copy: intent(copyForm, async ({ currentPassword }) => {
      await requirePassword(ctx, actor, currentPassword);
      return redirectWithToast(
        href("/dashboard/settings/my-data"),
        { type: "success", code: "accountData.copy.ready" },
        createCookieHeaders([createExportTicketCookie(createExportTicket(ctx, actor), ctx.settings.secure)]),
      );
    }),
    leave: intent(
      deleteAccountForm,
      async (form) => {
        await deleteAccount(ctx, actor, form);
        return redirectWithToast(
          "/",
          { type: "success", code: "accountData.leave.done" },
          createCookieHeaders(await signOut(ctx, request)),
        );
      },
      "accountData.leave.failed",
    ),
  });
}

export const clientAction = submitForm;

/** Page to export the user's own data and to delete the account. */
export default function AccountDataPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { isReady, hasPassword, lost } = loaderData;
  useErrorToast(answer);
  return (
    <SettingsLayout>
      <Card as="section">
        <CardHeader title={t("accountData.copy.title")} text={t("accountData.copy.text")} />
        <DataExportCard
          isReady={isReady}
          hasPassword={hasPassword}
          answer={answer?.intent === "copy" ? answer : undefined}
        />
      </Card>
      <Card as="section" tone="lost">
        <CardHeader title={t("accountData.leave.title")} text={t("accountData.leave.text")} />
        <DeleteAccountForm
          hasPassword={hasPassword}
          lost={lost}
          answer={answer?.intent === "leave" ? answer : undefined}
        />
      </Card>
    </SettingsLayout>
  );
}
