import { useTranslation } from "react-i18next";
import { type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import type { FormAnswer } from "#app/platform/http/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { useRefusalToast } from "#app/platform/http/use-refusal-toast.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { insiderOf } from "../actor.server.ts";
import { listCountries } from "../countries.server.ts";
import { getProfile } from "../profile.server.ts";
import { type Meanwhile, settingsAction } from "../settings-action.server.ts";
import { SettingsFrame } from "../settings-frame.tsx";
import { listTimeZones } from "../time-zones.server.ts";
import { ProfileSettings } from "./profile-settings.tsx";

export const handle = { title: "accounts.settings.title" satisfies WordKey };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world, actor } = await insiderOf(request, context);
  const { language } = context.get(requestInfoContext);
  return {
    profile: await getProfile(world, actor),
    countries: listCountries(language),
    timeZones: listTimeZones(language),
  };
}

export const action = settingsAction;

export const clientAction = submitForm;

export default function SettingsScreen() {
  const { t } = useTranslation();
  const answer = useActionData() as (FormAnswer & { meanwhile?: Meanwhile }) | undefined;
  useRefusalToast(answer);
  return (
    <SettingsFrame>
      <Card as="section">
        <CardHeader title={t("accounts.settings.profile")} text={t("accounts.settings.profileText")} />
        <ProfileSettings
          {...useLoaderData<typeof loader>()}
          answer={answer?.intent === "profile" ? answer : undefined}
        />
      </Card>
    </SettingsFrame>
  );
}
