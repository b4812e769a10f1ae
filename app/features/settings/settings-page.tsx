import { type FieldMetadata, getSelectProps } from "@conform-to/react";
import { type RefObject, useState } from "react";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { type Choice, listCountries } from "#app/features/users/countries.server.ts";
import { listTimeZones } from "#app/features/users/time-zones.server.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field, FieldSet } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, OptionList } from "#app/platform/ui/forms/text-input.tsx";
import { useAcceptedForm } from "#app/platform/ui/forms/use-accepted-form.ts";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import type { Route } from "./+types/settings-page";
import { getProfile } from "./profile.server.ts";
import { handleSettings, type ProfileConflict } from "./settings-action.server.ts";
import { SettingsLayout } from "./settings-frame.tsx";

export const handle = {
  i18n: ["accountSettings", "accounts", "escalation"],
  title: "accountSettings.title",
  failed: { profile: "accounts.profileFailed" },
} satisfies PageHandle;

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

type Profile = Awaited<ReturnType<typeof getProfile>>;

interface Props {
  profile: Profile;
  countries: Choice[];
  timeZones: Choice[];
  answer: (FormAnswer & { meanwhile?: ProfileConflict }) | undefined;
}

function ProfileSettings({ profile, countries, timeZones, answer }: Props) {
  const t = useT();
  const [form, fields] = useAppForm<Record<keyof Profile, string>>({
    intent: "profile",
    answer,
    defaultValue: profile,
  });
  const base = useBase(profile, form.ref);
  const select = (field: FieldMetadata<string>) => {
    const { key: _, ...props } = getSelectProps(field);
    return props;
  };
  return (
    <AppForm
      form={form}
      summary
      values={{ base: JSON.stringify(answer?.meanwhile?.now ?? base) }}
      className="grid gap-7"
    >
      {answer?.meanwhile && <ChangedMeanwhile {...answer.meanwhile} names={[...countries, ...timeZones]} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <LineField field={fields.firstName} label={t("accounts.fields.firstName")} needed autoComplete="given-name" />
        <LineField field={fields.lastName} label={t("accounts.fields.lastName")} autoComplete="family-name" />
        <LineField
          field={fields.phone}
          label={t("accounts.fields.phone")}
          hint={t("accountSettings.phoneText")}
          type="tel"
          ltr
          autoComplete="tel"
        />
      </div>
      <FieldSet
        legend={t("accountSettings.address")}
        text={t("accountSettings.addressText")}
        className="sm:grid-cols-2"
      >
        <LineField
          field={fields.address}
          label={t("accounts.fields.address")}
          autoComplete="address-line1"
          className="sm:col-span-2"
        />
        <LineField field={fields.city} label={t("accounts.fields.city")} autoComplete="address-level2" />
        <LineField field={fields.state} label={t("accounts.fields.state")} autoComplete="address-level1" />
        <LineField
          field={fields.zipCode}
          label={t("accounts.fields.zipCode")}
          autoComplete="postal-code"
          ltr
          inputMode="numeric"
        />
        <Field
          id={fields.country.id}
          label={t("accounts.fields.country")}
          mark={t("form.optional")}
          errors={fields.country.errors}
        >
          <NativeSelect {...select(fields.country)} key={fields.country.key} autoComplete="country">
            <option value="">{t("accountSettings.noCountry")}</option>
            <OptionList options={countries} />
          </NativeSelect>
        </Field>
      </FieldSet>
      <FieldSet legend={t("accountSettings.time")}>
        <Field
          id={fields.timeZone.id}
          label={t("accounts.fields.timeZone")}
          hint={t("accountSettings.timeZoneText")}
          errors={fields.timeZone.errors}
        >
          <NativeSelect {...select(fields.timeZone)} key={fields.timeZone.key}>
            <OptionList options={timeZones} />
          </NativeSelect>
        </Field>
      </FieldSet>
      <SubmitButton className="justify-self-start">{t("form.save")}</SubmitButton>
    </AppForm>
  );
}

/**
 * Returns the values that this form showed first: the profile as it was when the page was opened, or as loaded after
 * this form was last accepted.
 */
function useBase(profile: Profile, form: RefObject<HTMLFormElement | null>): Profile {
  const [base, setBase] = useState(profile);
  /** The profile that was loaded when the form was accepted; the next one is what the server stored. */
  const [before, setBefore] = useState<Profile | null>(null);
  useAcceptedForm(form, () => setBefore(profile));
  if (before && before !== profile) {
    setBase(profile);
    setBefore(null);
  }
  return base;
}

/** Notice that lists what another window saved while this form was open. */
function ChangedMeanwhile({ now, fields, names }: ProfileConflict & { names: Choice[] }) {
  const t = useT();
  return (
    <Notice tone="sun" role="alert" title={t("accountSettings.meanwhileTitle")}>
      <p>{t("accountSettings.meanwhile")}</p>
      <DescriptionList
        items={fields.map((field) => ({
          term: t(`accounts.fields.${field}`),
          detail: (
            <bdi>
              {names.find(({ value }) => value === now[field])?.label || now[field] || t("accountSettings.empty")}
            </bdi>
          ),
        }))}
      />
    </Notice>
  );
}

export default function SettingsPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  return (
    <SettingsLayout>
      <Card as="section">
        <CardHeader title={t("accountSettings.profile")} text={t("accountSettings.profileText")} />
        <ProfileSettings {...loaderData} answer={answer?.intent === "profile" ? answer : undefined} />
      </Card>
    </SettingsLayout>
  );
}
