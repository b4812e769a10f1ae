// /dashboard/settings/escalation: each settings page stands with what it sets; settings has only the account's own.
import { href, Link } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { listContacts } from "#app/features/pets/list/pet-list.server.ts";
import { hasEscalation } from "#app/features/plans/plans.rules.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import { SettingsLayout } from "#app/features/settings/settings-frame.tsx";
import { handleForm } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Switch } from "#app/platform/ui/forms/choice.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { NativeSelect, Options } from "#app/platform/ui/forms/text-input.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { waitMinutes } from "../escalation.rules.ts";
import { escalationForm } from "../finder.forms.server.ts";
import type { Route } from "./+types/escalation-settings-page";
import { getEscalationChoice, updateEscalationChoice } from "./escalation.server.ts";

export const handle = { i18n: ["accountSettings", "accounts", "escalation", "plans"], title: "escalation.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const [choice, plan, pets] = await Promise.all([
    getEscalationChoice(ctx, actor),
    getPlan(ctx, actor),
    listContacts(ctx, actor),
  ]);
  return { choice, isOnPlan: hasEscalation(plan), pets };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleForm(
    args,
    escalationForm,
    async (choice) => {
      await updateEscalationChoice(ctx, actor, choice);
      return redirectWithToast(href("/dashboard/settings/escalation"), "escalation.saved");
    },
    { failed: "escalation.failed" },
  );
}

/** Settings page for whether and when emergency contacts are notified; lists the contacts. */
export default function EscalationSettingsPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { choice, isOnPlan, pets } = loaderData;
  return (
    <SettingsLayout>
      <Card as="section">
        <CardHeader title={t("escalation.title")} text={t("escalation.lead")} />
        {isOnPlan ? (
          <AppForm className="grid gap-5">
            <Switch name="isOn" defaultChecked={choice.isOn} label={t("escalation.isOn")} />
            <Field
              label={t("escalation.minutes")}
              hint={t("escalation.minutesHint")}
              errors={answer?.form.error?.minutes ?? []}
            >
              <NativeSelect name="minutes" defaultValue={choice.minutes}>
                <Options values={waitMinutes} label={(count) => t("escalation.count", { count })} />
              </NativeSelect>
            </Field>
            <div>
              <SubmitButton>{t("form.save")}</SubmitButton>
            </div>
          </AppForm>
        ) : (
          <Notice
            tone="sun"
            title={t("escalation.planTitle")}
            action={
              <ButtonLink to={href("/dashboard/subscription")} size="sm" variant="ghost">
                {t("plans.see")}
              </ButtonLink>
            }
          >
            {t("escalation.planText")}
          </Notice>
        )}
      </Card>
      <Card as="section">
        <CardHeader title={t("escalation.contacts")} />
        {pets.length === 0 && <p className="text-sm text-ink-2">{t("escalation.noPets")}</p>}
        <ul className="divide-y divide-line">
          {pets.map(({ id, name, contacts }) => (
            <li
              key={id}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
            >
              <div className="min-w-0">
                <h3 className="text-base wrap-anywhere">
                  <bdi>{name}</bdi>
                </h3>
                {contacts.length === 0 && <p className="text-sm text-ink-2">{t("escalation.noContacts")}</p>}
                <ol className="list-inside list-decimal text-sm text-ink-2">
                  {contacts.map((contact) => (
                    <li key={contact.position} className="wrap-anywhere">
                      <bdi>{contact.name}</bdi>
                      {contact.isReachable ? null : (
                        <span className="text-ink-3">
                          {"\u00a0· "}
                          {t("escalation.noEmail")}
                        </span>
                      )}
                    </li>
                  ))}
                </ol>
              </div>
              <Link to={`${href("/dashboard/pets/:petId/edit", { petId: id })}#contacts`} className="link py-1 text-sm">
                {t("escalation.change")}
                <span className="sr-only"> {name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </SettingsLayout>
  );
}
