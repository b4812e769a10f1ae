import type { ReactNode } from "react";
import { ConfirmButton, ConfirmForm } from "#app/features/admin-lists/confirm-button.tsx";
import { givenMonths, paidPlans } from "#app/features/plans/plans.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { NativeSelect, Options, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { maxReasonLength } from "./admin-users.rules.ts";
import type { UserForAdmin } from "./user-facts.server.ts";

interface Props {
  user: UserForAdmin;
  answer: FormAnswer | undefined;
}

/** Decisions that an administrator can make about the account in its current state. */
export function UserDecisions({ user, answer }: Props) {
  const t = useT();
  const isOwn = useViewer().user?.id === user.id;
  const name = `\u2068${user.name}\u2069`;
  return (
    <Card as="section" className="grid gap-5">
      <CardHeader title={t("adminUsers.decisions")} />
      {answer?.refusal && (
        <Notice tone="lost" role="alert">
          {answer.refusal}
        </Notice>
      )}
      {user.email && !user.emailVerified && (
        <Decision user={user}>
          <SubmitButton name="intent" value="verify" variant="ghost">
            {t("adminUsers.verify")}
          </SubmitButton>
        </Decision>
      )}
      <ConfirmForm
        label={t("adminUsers.signOut")}
        intent="signOut"
        fields={{ version: user.version }}
        title={t("adminUsers.signOutTitle", { name })}
        text={t("adminUsers.signOutText")}
      />
      {user.role === "admin" ? (
        <ConfirmForm
          label={t("adminUsers.demote")}
          intent="demote"
          fields={{ version: user.version }}
          title={t("adminUsers.demoteTitle", { name })}
          text={t("adminUsers.demoteText")}
        />
      ) : (
        user.emailVerified &&
        !user.suspendedAt && (
          <ConfirmForm
            label={t("adminUsers.promote")}
            intent="promote"
            fields={{ version: user.version }}
            tone="main"
            title={t("adminUsers.promoteTitle", { name })}
            text={t("adminUsers.promoteText")}
          />
        )
      )}
      {!isOwn && user.twoFactorSince && <ActionWithReason intent="twoFactorOff" user={user} answer={answer} />}
      {!isOwn && !user.suspendedAt && <ActionWithReason intent="suspend" user={user} answer={answer} />}
      {user.suspendedAt && (
        <Decision user={user}>
          <SubmitButton name="intent" value="restore">
            {t("adminUsers.restore")}
          </SubmitButton>
        </Decision>
      )}
    </Card>
  );
}

function Decision({ user, children }: { user: UserForAdmin; children: ReactNode }) {
  return <AppForm values={{ version: user.version }}>{children}</AppForm>;
}

/** Form for a decision with a reason, shown to other administrators. */
function ActionWithReason({ intent, user, answer }: Props & { intent: "suspend" | "twoFactorOff" }) {
  const t = useT();
  const [form, fields] = useAppForm<{ reason: string }>({
    intent,
    answer,
  });
  const text = t(`adminUsers.${intent}Text`);
  return (
    <AppForm form={form} values={{ version: user.version }} className="grid gap-4 border-t border-line pt-5">
      <Field id={fields.reason.id} label={t(`adminUsers.${intent}Reason`)} hint={text} errors={fields.reason.errors}>
        <TextInput
          name="reason"
          required
          dir="auto"
          maxLength={maxReasonLength}
          defaultValue={fields.reason.initialValue}
        />
      </Field>
      <div>
        <ConfirmButton
          label={t(`adminUsers.${intent}`)}
          title={t(`adminUsers.${intent}Title`, { name: `\u2068${user.name}\u2069` })}
          text={text}
        />
      </div>
    </AppForm>
  );
}

/** Form to give a plan without a request: which, for how long, and why. */
export function GivePlan({ user, answer }: Props) {
  const t = useT();
  const [form, fields] = useAppForm<{ plan: string; length: string; until: string; reason: string }>({
    intent: "givePlan",
    answer,
  });
  if (useViewer().user?.id === user.id) return null;
  return (
    <Disclosure summary={t("adminUsers.givePlan.title")} open={answer?.intent === "givePlan"}>
      <AppForm form={form} values={{ version: user.version }} className="grid gap-4">
        <Field label={t("adminUsers.plan")} errors={fields.plan.errors}>
          <NativeSelect name="plan" defaultValue={fields.plan.initialValue}>
            <Options values={paidPlans} label={(plan) => t(`plans.names.${plan}`)} />
          </NativeSelect>
        </Field>
        <Field label={t("adminUsers.givePlan.length")} errors={fields.length.errors}>
          <NativeSelect name="length" defaultValue={fields.length.initialValue}>
            <Options values={givenMonths} label={(count) => t("subscription.length", { count })} />
            <option value="until">{t("adminUsers.givePlan.untilDay")}</option>
          </NativeSelect>
        </Field>
        <Field
          id={fields.until.id}
          label={t("adminUsers.givePlan.until")}
          mark={t("form.optional")}
          hint={t("adminUsers.givePlan.untilHint")}
          errors={fields.until.errors}
        >
          <TextInput name="until" type="date" defaultValue={fields.until.initialValue} />
        </Field>
        <Field id={fields.reason.id} label={t("adminUsers.givePlan.reason")} errors={fields.reason.errors}>
          <TextInput
            name="reason"
            required
            dir="auto"
            maxLength={maxReasonLength}
            defaultValue={fields.reason.initialValue}
          />
        </Field>
        <SubmitButton className="justify-self-start">{t("adminUsers.givePlan.give")}</SubmitButton>
      </AppForm>
    </Disclosure>
  );
}

/** Form to erase the account, at the end of the page and confirmed by typing its address. */
export function EraseUser({ user, answer }: Props) {
  const t = useT();
  const [form, fields] = useAppForm<{ confirm: string }>({
    intent: "erase",
    answer,
  });
  if (useViewer().user?.id === user.id) return null;
  return (
    <Card as="section" tone="lost">
      <CardHeader title={t("adminUsers.erase")} text={t("adminUsers.eraseText")} />
      <AppForm form={form} values={{ version: user.version }} className="grid gap-4">
        <Field id={fields.confirm.id} label={t("adminUsers.eraseConfirm")} errors={fields.confirm.errors}>
          <TextInput
            name="confirm"
            type="text"
            required
            ltr
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={fields.confirm.initialValue}
          />
        </Field>
        <SubmitButton variant="lost" className="justify-self-start">
          {t("adminUsers.eraseAction")}
        </SubmitButton>
      </AppForm>
    </Card>
  );
}
