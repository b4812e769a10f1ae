// /dashboard/settings/security/two-steps: each settings page stands with what it sets; settings has only the account's own.
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import { useEffect, useState } from "react";
import { href, redirect } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { signInNameOf } from "#app/features/users/users.rules.ts";
import { defineIntent, emptyForm, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { useKeptAnswer } from "#app/platform/http/forms/use-kept-answer.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Button, ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Code, Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";
import { requireUser } from "../guards.server.ts";
import { hasPassword } from "../password/check-password.server.ts";
import { OwnPasswordField } from "../password/password-field.tsx";
import type { Route } from "./+types/two-factor-page";
import { CodeField } from "./code-field.tsx";
import {
  beginForm,
  cancelTwoFactorSetup,
  confirmForm,
  confirmTwoFactor,
  disableTwoFactor,
  findTwoFactor,
  passwordAndCodeForm,
  renewRecoveryCodes,
  startTwoFactorSetup,
} from "./two-factor.server.ts";
import { TwoFactorState } from "./two-factor-card.tsx";

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
    begin: defineIntent(beginForm, async ({ currentPassword }) => {
      await startTwoFactorSetup(ctx, actor, currentPassword);
      return redirect(pagePath, 303);
    }),
    drop: defineIntent(emptyForm, async () => {
      await cancelTwoFactorSetup(ctx, actor);
      return redirectWithToast(pagePath, { type: "info", code: "twoFactor.dropped" });
    }),
    // The codes are returned only in the response to the form; no address shows them again.
    confirm: defineIntent(confirmForm, async ({ code, setup }) =>
      Response.json({ codes: await confirmTwoFactor(ctx, actor, code, request, setup) }),
    ),
    renew: defineIntent(passwordAndCodeForm, async ({ currentPassword, code }) =>
      Response.json({ codes: await renewRecoveryCodes(ctx, actor, currentPassword, code) }),
    ),
    end: defineIntent(passwordAndCodeForm, async ({ currentPassword, code }) => {
      await disableTwoFactor(ctx, actor, currentPassword, code, request);
      return redirectWithToast(href("/dashboard/settings/security"), "twoFactor.turnedOff");
    }),
  });
}

/** Returns the form with its errors, or the recovery codes, once. */
/** Recovery codes, shown only once, with three ways to save them; without JavaScript only the file. */
function RecoveryCodes({ codes, page }: { codes: string[]; page: string }) {
  const { t, user } = useViewer();
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const text = [`${t("twoFactor.codes.file")}: ${user ? signInNameOf(user) : ""}`, "", ...codes, ""].join("\r\n");
  async function copy() {
    await navigator.clipboard.writeText(text);
    showToast({ type: "success", title: t("twoFactor.codes.copied") });
  }
  return (
    <Card as="section" className="grid gap-5">
      <CardHeader title={t("twoFactor.codes.head")} />
      <Notice tone="sun">{t("twoFactor.codes.text")}</Notice>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-2 gap-y-2 rounded-1 bg-sunken px-2 py-5 text-center font-semibold tabular-nums">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            <Code>{code}</Code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="aleef-recovery-codes.txt"
          className={buttonClass({ variant: "ghost" })}
        >
          <Download aria-hidden className="size-5" />
          {t("twoFactor.codes.download")}
        </a>
        {awake && (
          <>
            <Button variant="ghost" icon={<Copy aria-hidden />} onClick={() => void copy()}>
              {t("twoFactor.codes.copy")}
            </Button>
            <Button variant="ghost" icon={<Printer aria-hidden />} onClick={() => window.print()}>
              {t("twoFactor.codes.print")}
            </Button>
          </>
        )}
      </div>
      <ButtonLink to={page} className="justify-self-start">
        {t("twoFactor.codes.done")}
      </ButtonLink>
    </Card>
  );
}

interface Props {
  since: Date;
  codesLeft: number;
  hasPassword: boolean;
  answer: FormAnswer | undefined;
}

/** Forms for an account with two-factor sign-in on; changes need both factors. */
function TwoFactorOn({ since, codesLeft, hasPassword, answer }: Props) {
  const t = useT();
  return (
    <>
      <Card as="section">
        <CardHeader
          title={t("twoFactor.title")}
          action={
            <Chip tone="ok" dot>
              {t("twoFactor.on")}
            </Chip>
          }
        />
        <TwoFactorState since={since} codesLeft={codesLeft} />
      </Card>
      <PasswordAndCodeForm intent="renew" hasPassword={hasPassword} answer={answer} />
      <PasswordAndCodeForm intent="end" hasPassword={hasPassword} answer={answer} />
    </>
  );
}

interface BothStepsProps {
  intent: "renew" | "end";
  hasPassword: boolean;
  answer: FormAnswer | undefined;
}

function PasswordAndCodeForm({ intent, hasPassword, answer }: BothStepsProps) {
  const t = useT();
  const [form, fields] = useAppForm<{ currentPassword: string; code: string }>({
    intent,
    answer,
  });
  const submit = t(`twoFactor.${intent}.submit`);
  return (
    <Card as="section" tone={intent === "end" ? "lost" : "plain"}>
      <CardHeader title={t(`twoFactor.${intent}.head`)} text={t(`twoFactor.${intent}.text`)} />
      <AppForm form={form} summary className="grid gap-5">
        <OwnPasswordField field={fields.currentPassword} hasPassword={hasPassword} />
        <CodeField field={fields.code} label={t("twoFactor.anyCode")} />
        <div>
          {intent === "renew" ? (
            <SubmitButton>{submit}</SubmitButton>
          ) : (
            <ConfirmDialog
              trigger={
                <Button type="submit" variant="lost">
                  {submit}
                </Button>
              }
              title={t("twoFactor.end.confirm")}
              description={t("twoFactor.end.text")}
            />
          )}
        </div>
      </AppForm>
    </Card>
  );
}

interface AnswerProps {
  answer: FormAnswer | undefined;
}

/** First step: explains the requirements and asks for the password. */
function TwoFactorBegin({ hasPassword, answer }: AnswerProps & { hasPassword: boolean }) {
  const t = useT();
  const [form, fields] = useAppForm<{ currentPassword: string }>({ intent: "begin", answer });
  return (
    <Card as="section">
      <CardHeader title={t("twoFactor.begin.head")} />
      <ul className="mb-5 grid list-disc gap-2 ps-5 text-sm text-ink-2">
        <li>{t("twoFactor.begin.app")}</li>
        <li>{t("twoFactor.begin.codes")}</li>
      </ul>
      <AppForm form={form} summary className="grid gap-5">
        <OwnPasswordField field={fields.currentPassword} hasPassword={hasPassword} />
        <SubmitButton className="justify-self-start">{t("twoFactor.begin.submit")}</SubmitButton>
      </AppForm>
    </Card>
  );
}

type Setup = NonNullable<Awaited<ReturnType<typeof findTwoFactor>>["setup"]>;

/** Second step: the key as QR code, link and text, and the field for the first code. */
function TwoFactorSetup({ id, formattedKey, address, qr, answer }: Setup & AnswerProps) {
  const t = useT();
  const [form, fields] = useAppForm<{ code: string }>({ intent: "confirm", answer });
  return (
    <Card as="section" className="grid gap-8">
      <div>
        <CardHeader title={t("twoFactor.setup.head")} text={t("twoFactor.setup.scan")} />
        <div className="flex flex-wrap items-center gap-6">
          <svg
            role="img"
            aria-label={t("twoFactor.setup.picture")}
            viewBox={`0 0 ${qr.size} ${qr.size}`}
            shapeRendering="crispEdges"
            className="w-52 max-w-full shrink-0 rounded-1 bg-white"
          >
            <path d={qr.dots} fill="#000" />
          </svg>
          <div className="grid min-w-0 flex-1 basis-56 gap-3 text-sm">
            <p>
              <a href={address} className="link">
                {t("twoFactor.setup.open")}
              </a>
            </p>
            <p className="text-ink-2">{t("twoFactor.setup.typed")}</p>
            <p className="font-semibold tabular-nums tracking-wide">
              <Ltr>{formattedKey}</Ltr>
            </p>
            <p className="text-ink-3">{t("twoFactor.setup.time")}</p>
          </div>
        </div>
      </div>
      <div>
        <CardHeader title={t("twoFactor.setup.codeHead")} />
        <AppForm form={form} summary values={{ setup: id }} className="grid gap-5">
          <CodeField field={fields.code} label={t("twoFactor.step.code")} digitsOnly />
          <SubmitButton className="justify-self-start">{t("twoFactor.setup.submit")}</SubmitButton>
        </AppForm>
        <AppForm intent="drop" className="mt-3">
          <SubmitButton variant="quiet">{t("twoFactor.setup.cancel")}</SubmitButton>
        </AppForm>
      </div>
    </Card>
  );
}

/** Page that turns two-factor sign-in on, in three steps at one address, and shows and changes its state. */
export default function TwoFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useKeptAnswer<FormAnswer & { codes?: string[] }>(actionData);
  const t = useT();
  const { since, codesLeft, setup, hasPassword } = loaderData;
  const codes = answer && "codes" in answer ? answer.codes : null;
  const refused = answer?.form ? answer : undefined;
  return (
    <>
      <PageHeader
        path={[{ label: t("twoFactor.back"), to: href("/dashboard/settings/security") }]}
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
