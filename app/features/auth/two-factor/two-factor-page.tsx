import { useTranslation } from "react-i18next";
import { href, redirect } from "react-router";
import { emptyForm, type FormAnswer, handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { requireUser } from "../guards.server.ts";
import { hasPassword } from "../password/check-password.server.ts";
import type { Route } from "./+types/two-factor-page";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { beginForm, confirmForm, passwordAndCodeForm } from "./two-factor.forms.server.ts";
import {
  cancelTwoFactorSetup,
  confirmTwoFactor,
  disableTwoFactor,
  findTwoFactor,
  renewRecoveryCodes,
  startTwoFactorSetup,
} from "./two-factor.server.ts";
import { TwoFactorOn } from "./two-factor-on.tsx";
import { TwoFactorBegin, TwoFactorSetup } from "./two-factor-setup.tsx";

export const handle = { i18n: ["accounts", "twoFactor"], title: "twoFactor.title" satisfies WordKey };

const pagePath = href("/dashboard/settings/security/two-steps");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return { ...(await findTwoFactor(ctx, actor)), hasPassword: await hasPassword(ctx, actor) };
}

export async function action(args: Route.ActionArgs) {
  const { request } = args;
  const { ctx, actor } = await requireUser(request, args.context);
  return handleIntents(args, {
    begin: intent(beginForm, async ({ currentPassword }) => {
      await startTwoFactorSetup(ctx, actor, currentPassword);
      return redirect(pagePath, 303);
    }),
    drop: intent(emptyForm, async () => {
      await cancelTwoFactorSetup(ctx, actor);
      return redirectWithToast(pagePath, { type: "info", code: "twoFactor.dropped" });
    }),
    // The codes are returned only in the response to the form; no address shows them again.
    confirm: intent(confirmForm, async ({ code, setup }) =>
      Response.json({ codes: await confirmTwoFactor(ctx, actor, code, request, setup) }),
    ),
    renew: intent(passwordAndCodeForm, async ({ currentPassword, code }) =>
      Response.json({ codes: await renewRecoveryCodes(ctx, actor, currentPassword, code) }),
    ),
    end: intent(passwordAndCodeForm, async ({ currentPassword, code }) => {
      await disableTwoFactor(ctx, actor, currentPassword, code, request);
      return redirectWithToast(href("/dashboard/settings/security"), { type: "success", code: "twoFactor.turnedOff" });
    }),
  });
}

/** Returns the form with its errors, or the recovery codes, once. */
export const clientAction = submitForm<FormAnswer & { codes?: string[] }>;

/** Page that turns two-factor sign-in on, in three steps at one address, and shows and changes its state. */
export default function TwoFactorPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { since, codesLeft, setup, hasPassword } = loaderData;
  const codes = answer && "codes" in answer ? answer.codes : null;
  const refused = answer?.form ? answer : undefined;
  useErrorToast(refused);
  return (
    <>
      <PageHeader
        above={
          <Breadcrumb
            items={[
              { label: t("twoFactor.back"), to: href("/dashboard/settings/security") },
              { label: t("twoFactor.title") },
            ]}
          />
        }
        title={t("twoFactor.title")}
        lead={t("twoFactor.text")}
      />
      <div className="grid max-w-3xl gap-5">
        {codes && since ? (
          <RecoveryCodes codes={codes} page={pagePath} />
        ) : since ? (
          <TwoFactorOn since={since} codesLeft={codesLeft} hasPassword={hasPassword} answer={refused} />
        ) : setup ? (
          <TwoFactorSetup {...setup} answer={refused} />
        ) : (
          <TwoFactorBegin hasPassword={hasPassword} answer={refused} />
        )}
      </div>
    </>
  );
}
