// /dashboard/settings/notifications: each settings page stands with what it sets; settings has only the account's own.
import Bell from "lucide-react/icons/bell";
import BellRing from "lucide-react/icons/bell-ring";
import ScanLine from "lucide-react/icons/scan-line";
import Siren from "lucide-react/icons/siren";
import { useState } from "react";
import { href, useLocation } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { SettingsLayout } from "#app/features/settings/settings-frame.tsx";
import { formatTimeZone } from "#app/features/users/time-zones.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, emptyForm, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { formatDayOfWeek } from "#app/platform/i18n/format.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Switch } from "#app/platform/ui/forms/choice.tsx";
import { Field, FieldErrors } from "#app/platform/ui/forms/field.tsx";
import { hintClass } from "#app/platform/ui/forms/field-control.ts";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { getVapidKeys, listDevices } from "../channels/push.server.ts";
import { PushSwitch } from "../channels/push-switch.tsx";
import {
  confirmPhoneNumber,
  getPhoneNumber,
  startPhoneNumber,
  updatePhoneMessages,
} from "../phone-number/phone-number.server.ts";
import { PhoneNumberCard } from "../phone-number/phone-number-card.tsx";
import {
  createPhoneForm,
  phoneCodeForm,
  preferencesForm,
  presetForm,
  quietHoursForm,
} from "../preferences.forms.server.ts";
import { getPreferences, updatePreferences, updateQuietHours } from "../preferences.server.ts";
import { type Preset, presetChoices, presetOf, presets } from "../presets.rules.ts";
import { type QuietHours, serializeQuietHours, weekdays } from "../quiet-hours.rules.ts";
import type { Route } from "./+types/preferences-page";
import { ChannelChoices } from "./channel-choices.tsx";

export const handle = {
  i18n: ["accountSettings", "accounts", "escalation", "homeScreen", "notifications", "phone"],
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
  const toCard = (code: WordKey) => redirectWithToast(`${here}#phone`, code);
  return handleIntents(
    args,
    {
      phoneSend: defineIntent(createPhoneForm(actor.country), async (form) => {
        await startPhoneNumber(ctx, actor, form, address);
        return toCard("phone.card.sent");
      }),
      phoneCode: defineIntent(phoneCodeForm, async ({ code }) => {
        await confirmPhoneNumber(ctx, actor, code, address, args.request);
        return toCard("phone.card.saved");
      }),
      phoneStop: defineIntent(emptyForm, async () => {
        await updatePhoneMessages(ctx, actor, false);
        return toCard("phone.card.isStopped");
      }),
      phoneStart: defineIntent(emptyForm, async () => {
        await updatePhoneMessages(ctx, actor, true);
        return toCard("phone.card.isStarted");
      }),
      preset: defineIntent(presetForm, async ({ preset }) => {
        await updatePreferences(ctx, actor, presetChoices[preset]);
        return redirectWithToast(here, "notifications.saved");
      }),
      choices: defineIntent(preferencesForm, async ({ choices, shown }) => {
        await updatePreferences(ctx, actor, choices, shown);
        return redirectWithToast(here, "notifications.saved");
      }),
      quiet: defineIntent(quietHoursForm, async (quietHours) => {
        await updateQuietHours(ctx, actor, quietHours);
        const code = quietHours.isOn ? "notifications.quiet.saved" : "notifications.quiet.savedOff";
        return redirectWithToast(here, code);
      }),
    },
    { failed: "notifications.saveFailed" },
  );
}

const icons = { everything: BellRing, important: Bell, emergencies: Siren };

function PresetChoice({ preset, answer }: { preset: Preset | null; answer: FormAnswer | undefined }) {
  const t = useT();
  return (
    <Card as="section">
      <CardHeader title={t("notifications.choicesTitle")} text={t("notifications.choicesText")} />
      <AppForm intent="preset" className="grid gap-5">
        {!preset && <p className="text-sm text-ink-2">{t("notifications.presets.own")}</p>}
        <RadioCards
          name="preset"
          required
          legend={t("notifications.choicesTitle")}
          hideLegend
          errors={answer?.form.error?.preset ?? undefined}
          defaultValue={preset ?? undefined}
          options={presets.map((value) => {
            const Icon = icons[value];
            return {
              value,
              title: t(`notifications.presets.${value}.title`),
              text: t(`notifications.presets.${value}.text`),
              icon: <Icon aria-hidden />,
            };
          })}
        />
        <Notice tone="brand">{t("notifications.safety")}</Notice>
        <div>
          <SubmitButton>{t("notifications.save")}</SubmitButton>
        </div>
      </AppForm>
    </Card>
  );
}

interface Typed {
  isOn?: string;
  from?: string;
  to?: string;
  days?: string | string[];
}

function valuesOf(quietHours: QuietHours, answer: FormAnswer | undefined) {
  const typed = answer?.form.initialValue as Typed | undefined;
  if (!typed) return quietHours;
  const { isOn, from = "", to = "", days = [] } = typed;
  return { isOn: isOn === "on", from, to, days: [days].flat().map(Number) };
}

function QuietHoursForm({
  quietHours,
  zone,
  answer,
}: {
  quietHours: QuietHours;
  /** Display name of the owner's time zone. */
  zone: string;
  answer: FormAnswer | undefined;
}) {
  const { t, language } = useViewer();
  const [shown] = useState(() => serializeQuietHours(quietHours));
  const { isOn, from, to, days } = valuesOf(quietHours, answer);
  const errors = answer?.form.error ?? {};
  const daysErrors = errors.days ?? [];
  return (
    <Card as="section" id="quiet-hours">
      <CardHeader title={t("notifications.quiet.title")} text={t("notifications.quiet.text")} />
      <AppForm intent="quiet" values={{ shown }} className="group grid grid-cols-1 gap-5">
        <FormErrors errors={answer?.refusal ? [{ message: answer.refusal }] : []} />
        <Switch name="isOn" defaultChecked={isOn} label={t("notifications.quiet.isOn")} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-4">
          <Field label={t("notifications.quiet.from")} errors={errors.from ?? []}>
            <TextInput type="time" name="from" defaultValue={from} required ltr />
          </Field>
          <Field label={t("notifications.quiet.to")} errors={errors.to ?? []}>
            <TextInput type="time" name="to" defaultValue={to} required ltr />
          </Field>
          <p className={`col-span-full ${hintClass}`}>{t("notifications.quiet.nextDay", { zone })}</p>
        </div>
        <fieldset aria-describedby={daysErrors.length > 0 ? "quiet-days-error" : undefined}>
          <legend className="mb-2 text-sm font-[550]">{t("notifications.quiet.days")}</legend>
          <div className="flex flex-wrap gap-2">
            {weekdays.map((day) => (
              <label
                key={day}
                className="flex min-h-11 cursor-pointer items-center rounded-full border-[1.5px] border-edge px-4 text-sm font-[550] has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-deep has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
              >
                <input
                  type="checkbox"
                  name="days"
                  value={day}
                  defaultChecked={days.includes(day)}
                  className="sr-only forced-colors:not-sr-only"
                />
                {formatDayOfWeek(day, language)}
              </label>
            ))}
          </div>
          <FieldErrors id="quiet-days-error" errors={daysErrors} />
        </fieldset>
        <div>
          <SubmitButton>{t("notifications.save")}</SubmitButton>
        </div>
      </AppForm>
    </Card>
  );
}

/** Page for notification preferences: channels, quiet hours, phone number and push on this device. */
export default function PreferencesPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { choices, preset, quietHours, devices, phone, publicKey, zone } = loaderData;
  const t = useT();
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
        <ButtonLink to={href("/dashboard/settings/test-my-tag")} variant="ghost" icon={<ScanLine aria-hidden />}>
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
