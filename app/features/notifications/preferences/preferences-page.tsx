import ScanLine from "lucide-react/icons/scan-line";
import { useTranslation } from "react-i18next";
import { href, useLocation } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { SettingsLayout } from "#app/features/settings/settings-frame.tsx";
import { formatTimeZone } from "#app/features/users/time-zones.server.ts";
import { emptyForm, handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { getVapidKeys, listDevices } from "../channels/push.server.ts";
import { PushSwitch } from "../channels/push-switch.tsx";
import {
  confirmPhoneNumber,
  getPhoneNumber,
  startPhoneNumber,
  updatePhoneMessages,
} from "../phone-number/phone-number.server.ts";
import { PhoneNumberCard } from "../phone-number/phone-number-card.tsx";
import type { Route } from "./+types/preferences-page";
import { ChannelChoices } from "./channel-choices.tsx";
import { phoneCodeForm, phoneForm, preferencesForm, presetForm, quietHoursForm } from "./preferences.forms.server.ts";
import { getPreferences, updatePreferences, updateQuietHours } from "./preferences.server.ts";
import { PresetChoice } from "./preset-choice.tsx";
import { presetChoices, presetOf } from "./presets.rules.ts";
import { QuietHoursForm } from "./quiet-hours-form.tsx";

export const handle = {
  i18n: ["accounts", "escalation", "notifications", "phone"],
  title: "notifications.preferencesTitle",
};

const here = href("/dashboard/settings/notifications");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const [preferences, devices, { publicKey }, phone] = await Promise.all([
    getPreferences(ctx, actor),
    listDevices(ctx, actor.id),
    getVapidKeys(ctx),
    getPhoneNumber(ctx, actor),
  ]);
  const { language } = context.get(requestInfoContext);
  const preset = presetOf(preferences.choices, actor);
  return {
    ...preferences,
    preset,
    devices: devices.length,
    phone,
    publicKey,
    zone: formatTimeZone(actor.timeZone, language),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { address } = args.context.get(requestInfoContext);
  const toCard = (code: WordKey) => redirectWithToast(`${here}#phone`, { type: "success", code });
  return handleIntents(args, {
    phoneSend: intent(phoneForm, async (form) => {
      await startPhoneNumber(ctx, actor, form, address);
      return toCard("phone.card.sent");
    }),
    phoneCode: intent(phoneCodeForm, async ({ code }) => {
      await confirmPhoneNumber(ctx, actor, code, address, args.request);
      return toCard("phone.card.saved");
    }),
    phoneStop: intent(emptyForm, async () => {
      await updatePhoneMessages(ctx, actor, false);
      return toCard("phone.card.isStopped");
    }),
    phoneStart: intent(emptyForm, async () => {
      await updatePhoneMessages(ctx, actor, true);
      return toCard("phone.card.isStarted");
    }),
    preset: intent(
      presetForm,
      async ({ preset }) => {
        await updatePreferences(ctx, actor, presetChoices[preset]);
        return redirectWithToast(here, { type: "success", code: "notifications.saved" });
      },
      "notifications.saveFailed",
    ),
    choices: intent(
      preferencesForm,
      async ({ choices, shown }) => {
        await updatePreferences(ctx, actor, choices, shown);
        return redirectWithToast(here, { type: "success", code: "notifications.saved" });
      },
      "notifications.saveFailed",
    ),
    quiet: intent(
      quietHoursForm,
      async (quietHours) => {
        await updateQuietHours(ctx, actor, quietHours);
        const code = quietHours.isOn ? "notifications.quiet.saved" : "notifications.quiet.savedOff";
        return redirectWithToast(here, { type: "success", code });
      },
      "notifications.saveFailed",
    ),
  });
}

export const clientAction = submitForm;

/** Page for notification preferences: channels, quiet hours, phone number and push on this device. */
export default function PreferencesPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { choices, preset, quietHours, devices, phone, publicKey, zone } = loaderData;
  const { t } = useTranslation();
  useErrorToast(answer);
  // Remounts the form after saving; another window's changes do not affect a form being filled in.
  const { key: saved } = useLocation();
  const presetAnswer = answer?.intent === "preset" ? answer : undefined;
  const choicesAnswer = answer?.intent === "choices" ? answer : undefined;
  const phoneAnswer = answer?.intent?.startsWith("phone") ? answer : undefined;
  const quietAnswer = answer?.intent === "quiet" ? answer : undefined;
  return (
    <SettingsLayout>
      <Card as="section" tone="sun">
        <CardHeader title={t("notifications.tryTitle")} text={t("notifications.tryText")} />
        <ButtonLink to={href("/dashboard/settings/test-my-tag")} variant="sun" icon={<ScanLine aria-hidden />}>
          {t("notifications.tryLink")}
        </ButtonLink>
      </Card>
      <PhoneNumberCard key={`phone ${answer?.at}`} phone={phone} answer={phoneAnswer} />
      <PushSwitch publicKey={publicKey} devices={devices} />
      <PresetChoice key={`preset ${presetAnswer?.at} ${saved}`} preset={preset} answer={presetAnswer} />
      <ChannelChoices
        key={`choices ${choicesAnswer?.at} ${saved}`}
        choices={choices}
        isOpen={preset === null}
        answer={choicesAnswer}
      />
      <QuietHoursForm key={`quiet ${quietAnswer?.at}`} quietHours={quietHours} zone={zone} answer={quietAnswer} />
    </SettingsLayout>
  );
}
