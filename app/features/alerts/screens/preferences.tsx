import { useTranslation } from "react-i18next";
import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { insiderOf } from "#app/features/accounts/actor.server.ts";
import { handleForm } from "#app/platform/http/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useRefusalToast } from "#app/platform/http/use-refusal-toast.ts";
import { Breadcrumb } from "#app/platform/ui/breadcrumb.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Switch } from "#app/platform/ui/choice.tsx";
import { FormErrors } from "#app/platform/ui/form-errors.tsx";
import { PageHeader } from "#app/platform/ui/page-header.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";
import { preferencesForm } from "../alerts.forms.server.ts";
import { alertKinds, channels } from "../alerts.rules.ts";
import { changePreferences, getPreferences } from "../preferences.server.ts";
import { listDevices, vapidKeys } from "../push.server.ts";
import { PushSwitch } from "../push-switch.tsx";

export const handle = { title: "alerts.preferencesTitle" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world, actor } = await insiderOf(request, context);
  const [choices, devices, { publicKey }] = await Promise.all([
    getPreferences(world, actor),
    listDevices(world, actor.id),
    vapidKeys(world),
  ]);
  return { choices, devices: devices.length, publicKey };
}

export async function action(args: ActionFunctionArgs) {
  const { world, actor } = await insiderOf(args.request, args.context);
  return handleForm(
    args,
    preferencesForm,
    async (choices) => {
      await changePreferences(world, actor, choices);
      return redirectWithToast("/dashboard/settings/notifications", { type: "success", code: "alerts.saved" });
    },
    { failed: "alerts.saveFailed" },
  );
}

/** Which alerts also reach the owner outside this page, and whether this device gets pushes. */
export default function PreferencesScreen() {
  const { t } = useTranslation();
  const { choices, devices, publicKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useRefusalToast(answer);
  return (
    <div className="grid max-w-3xl gap-6">
      <PageHeader
        above={
          <Breadcrumb
            label={t("alerts.path")}
            items={[
              { label: t("shell.owner.settings"), to: "/dashboard/settings" },
              { label: t("alerts.preferencesTitle") },
            ]}
          />
        }
        title={t("alerts.preferencesTitle")}
        lead={t("alerts.preferencesLead")}
      />
      <PushSwitch publicKey={publicKey} devices={devices} />
      <Card as="section" pad="lg">
        <Form method="post" className="grid gap-5">
          <FormErrors title={t("form.checkThese")} errors={answer?.refusal ? [{ message: answer.refusal }] : []} />
          {alertKinds.map((kind) => (
            <fieldset
              key={kind}
              className="grid items-center gap-3 border-b border-line pb-5 last:border-0 last:pb-0 sm:grid-cols-[1fr_auto_auto] sm:gap-8"
            >
              <legend className="float-start font-semibold sm:contents">{t(`alerts.kinds.${kind}.name`)}</legend>
              {channels.map((channel) => (
                <Switch
                  key={channel}
                  name={`${kind}.${channel}`}
                  defaultChecked={choices[kind][channel]}
                  label={t(`alerts.channels.${channel}`)}
                />
              ))}
            </fieldset>
          ))}
          <div>
            <SubmitButton>{t("alerts.save")}</SubmitButton>
          </div>
        </Form>
      </Card>
    </div>
  );
}
