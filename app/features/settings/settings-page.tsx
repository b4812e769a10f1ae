import { useTranslation } from "react-i18next";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { listCountries } from "#app/features/users/countries.server.ts";
import { listTimeZones } from "#app/features/users/time-zones.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import type { Route } from "./+types/settings-page";
import { getProfile } from "./profile.server.ts";
import { ProfileSettings } from "./profile-settings.tsx";
import { handleSettings } from "./settings-action.server.ts";
import { SettingsLayout } from "./settings-frame.tsx";

export const handle = { i18n: ["accounts", "escalation"], title: "accounts.settings.title" satisfies WordKey };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { language } = context.get(requestInfoContext);
  return {
    profile: await getProfile(ctx, actor),
    countries: listCountries(language),
    timeZones: listTimeZones(language),
  };
}

export const action = handleSettings;

export const clientAction = submitForm;

export default function SettingsPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  useErrorToast(answer);
  return (
    <SettingsLayout>
      <Card as="section">
        <CardHeader title={t("accounts.settings.profile")} text={t("accounts.settings.profileText")} />
        <ProfileSettings {...loaderData} answer={answer?.intent === "profile" ? answer : undefined} />
      </Card>
    </SettingsLayout>
  );
}
