import { type FieldMetadata, getCollectionProps, getInputProps, getSelectProps } from "@conform-to/react";
import { href } from "react-router";
import { AuditHistory } from "#app/features/audit-log/audit-line.tsx";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { listCountries } from "#app/features/users/countries.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import { defineIntent, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { useOpenedVersion } from "#app/platform/http/forms/use-opened-version.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { formatDayOfWeek } from "#app/platform/i18n/format.ts";
import { toMajorUnits } from "#app/platform/i18n/money.rules.ts";
import { useT, useWords } from "#app/platform/i18n/use-t.ts";
import { loadSiteSettings, type SiteSettingsGroup } from "#app/platform/site-settings.server.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field, FieldErrors } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, OptionList } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/admin-settings-page";
import { siteSettingsForms } from "./site-settings.forms.server.ts";
import { updateSiteSettings } from "./site-settings.server.ts";

export const handle = { i18n: ["adminSettings", "audit"], title: "adminSettings.title" };

/** Returns the values as a form contains them. */
function toFormValues(values: object, currency: string): Record<string, string | string[]> {
  const entries = Object.entries(values).map(([name, value]): [string, string | string[]] => {
    if (name === "weekend") return [name, value.map(String)];
    if (name === "countries") return [name, value.join(", ")];
    if (Array.isArray(value)) return [name, value.join("\n")];
    if (name.endsWith("Cents")) return [name, toMajorUnits(value, currency)];
    if (typeof value === "boolean") return [name, value ? "on" : ""];
    return [name, value === null ? "" : String(value)];
  });
  return Object.fromEntries(entries);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  requireAdmin(actor);
  const groups = await loadSiteSettings(ctx);
  const { currency } = groups.shop.values;
  const { changes } = await listChanges(ctx, actor, { action: "settings.change" });
  return {
    groups: Object.fromEntries(
      Object.entries(groups).map(([name, { version, values }]) => [
        name,
        { version, values: toFormValues(values, currency) },
      ]),
    ) as Record<SiteSettingsGroup, { version: number; values: Record<string, string | string[]> }>,
    countries: listCountries(context.get(requestInfoContext).language),
    changes: changes.slice(0, 20),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const saved = () => redirectWithToast(href("/admin/settings"), "adminSettings.saved");
  const { shop, seller, orders, messages, site } = siteSettingsForms;
  return handleIntents(
    args,
    {
      shop: defineIntent(shop, (form) => updateSiteSettings(ctx, actor, "shop", form).then(saved)),
      seller: defineIntent(seller, (form) => updateSiteSettings(ctx, actor, "seller", form).then(saved)),
      orders: defineIntent(orders, (form) => updateSiteSettings(ctx, actor, "orders", form).then(saved)),
      messages: defineIntent(messages, (form) => updateSiteSettings(ctx, actor, "messages", form).then(saved)),
      site: defineIntent(site, (form) => updateSiteSettings(ctx, actor, "site", form).then(saved)),
    },
    { failed: "adminSettings.failed" },
  );
}

type FieldKind = "text" | "email" | "number" | "amount" | "prose" | "country" | "days" | "switch";

interface FieldSpec {
  name: string;
  kind: FieldKind;
  /** Whether it may stay empty. */
  isOptional?: boolean;
  hasHint?: boolean;
}

/** The fields of each form. */
const forms: Record<SiteSettingsGroup, readonly FieldSpec[]> = {
  shop: [
    { name: "currency", kind: "text" },
    { name: "standardShippingCents", kind: "amount", hasHint: false },
    { name: "expressShippingCents", kind: "amount", hasHint: false },
    { name: "freeShippingAboveCents", kind: "amount" },
    { name: "freeReplacementCents", kind: "amount" },
    { name: "weekend", kind: "days", hasHint: false },
  ],
  seller: [
    { name: "name", kind: "text", hasHint: false },
    { name: "address", kind: "prose", isOptional: true },
    { name: "email", kind: "email", isOptional: true },
    { name: "country", kind: "country", isOptional: true, hasHint: false },
    { name: "taxNumber", kind: "text", isOptional: true },
    { name: "taxRate", kind: "amount" },
  ],
  orders: [
    { name: "openPieces", kind: "number" },
    { name: "openValue", kind: "number" },
    { name: "confirmHours", kind: "number" },
  ],
  messages: [
    { name: "countries", kind: "prose" },
    { name: "perDay", kind: "number" },
    { name: "codesPerCountry", kind: "number" },
    { name: "smsAfterSeconds", kind: "number" },
  ],
  site: [
    { name: "contactEmail", kind: "email", isOptional: true },
    { name: "socialUrls", kind: "prose", isOptional: true },
    { name: "scansKeptMonths", kind: "number" },
    { name: "adminTwoFactor", kind: "switch" },
  ],
};

/** Page with the settings of the site, one form for each group, and their latest changes. */
export default function AdminSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { groups, countries, changes } = loaderData;
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-6">
      <PageHeader title={t("adminSettings.title")} lead={t("adminSettings.lead")} />
      {(Object.keys(forms) as SiteSettingsGroup[]).map((group) => (
        <GroupCard
          key={group}
          group={group}
          {...groups[group]}
          countries={countries}
          answer={actionData?.intent === group ? actionData : undefined}
        />
      ))}
      <AuditHistory lines={changes} title={t("adminSettings.history")} none={t("adminSettings.noHistory")} />
    </div>
  );
}

interface GroupProps {
  group: SiteSettingsGroup;
  version: number;
  values: Record<string, string | string[]>;
  countries: readonly { value: string; label: string }[];
  answer: FormAnswer | undefined;
}

function GroupCard(props: GroupProps) {
  const t = useT();
  const version = useOpenedVersion(props.version, props.answer);
  return (
    <Card as="section">
      <CardHeader title={t(`adminSettings.groups.${props.group}`)} />
      <GroupForm key={version} {...props} version={version} />
    </Card>
  );
}

function GroupForm({ group, version, values, countries, answer }: GroupProps) {
  const t = useT();
  const [form, fields] = useAppForm<Record<string, string | string[]>>({
    id: `settings-${group}`,
    intent: group,
    answer,
    defaultValue: values,
  });
  const label = (name: string) => t(`audit.fields.${group}.${name}` as "audit.fields.shop.currency");
  return (
    <AppForm form={form} summary={label} values={{ version }} className="grid grid-cols-1 gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        {forms[group].map(({ name, kind, isOptional = false, hasHint = true }) => (
          <SettingField
            key={name}
            kind={kind}
            field={fields[name] as FieldMetadata<string>}
            label={label(name)}
            hint={
              hasHint ? t(`adminSettings.hints.${group}.${name}` as "adminSettings.hints.shop.currency") : undefined
            }
            needed={!isOptional}
            countries={countries}
          />
        ))}
      </div>
      <div>
        <SubmitButton>{t("adminSettings.save")}</SubmitButton>
      </div>
    </AppForm>
  );
}

interface SettingFieldProps {
  kind: FieldKind;
  field: FieldMetadata<string>;
  label: string;
  hint: string | undefined;
  needed: boolean;
  countries: GroupProps["countries"];
}

function SettingField({ kind, field, label, hint, needed, countries }: SettingFieldProps) {
  const { t, language } = useWords();
  const shared = { field, label, needed, hint };
  if (kind === "prose") return <ProseField {...shared} className="sm:col-span-2" />;
  if (kind === "switch") {
    const { key, ...input } = getInputProps(field, { type: "checkbox" });
    return <Checkbox {...input} key={key} label={label} hint={hint} errors={field.errors} className="sm:col-span-2" />;
  }
  if (kind === "days") {
    const options = ["1", "2", "3", "4", "5", "6", "7"];
    return (
      <fieldset className="grid gap-2 sm:col-span-2" id={field.id}>
        <legend className="mb-2 font-[550]">{label}</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {getCollectionProps(field, { type: "checkbox", options }).map(({ key, ...input }) => (
            <Checkbox {...input} key={key} label={formatDayOfWeek(Number(input.value) % 7, language)} />
          ))}
        </div>
        <FieldErrors id={field.errorId} errors={field.errors ?? []} />
      </fieldset>
    );
  }
  if (kind === "country")
    return (
      <Field id={field.id} label={label} hint={hint} errors={field.errors} mark={t("form.optional")}>
        <NativeSelect {...getSelectProps(field)} key={field.key}>
          <option value="">{t("adminSettings.noCountry")}</option>
          <OptionList options={countries} />
        </NativeSelect>
      </Field>
    );
  if (kind === "email") return <LineField {...shared} type="email" ltr />;
  if (kind === "number" || kind === "amount")
    return <LineField {...shared} inputMode={kind === "number" ? "numeric" : "decimal"} ltr max={14} />;
  return <LineField {...shared} max={120} />;
}
