import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useOpenedVersion } from "#app/platform/http/forms/use-opened-version.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { governorates, homeCountry } from "#app/platform/map/governorates.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { NativeSelect, Options, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { maxLengths } from "../orders.rules.ts";
import type { OrderView } from "../orders.server.ts";

interface CorrectAddressProps {
  order: OrderView["order"];
  answer: FormAnswer | undefined;
}

/** Form to correct the delivery address and phone number, for an administrator or the buyer. */
export function CorrectAddressCard({ order, answer }: CorrectAddressProps) {
  const t = useT();
  const seen = useOpenedVersion(new Date(order.updatedAt).getTime(), answer);
  const errors = answer?.form.error ?? {};
  const typed = (answer?.form.initialValue ?? {}) as Record<string, string | undefined>;
  const text = (name: "fullName" | "phone" | "city" | "address" | "landmark" | "zipCode", isOptional = false) => (
    <Field
      label={t(`orders.correctAddress.${name}`)}
      errors={errors[name] ?? undefined}
      {...(isOptional && { mark: t("form.optional") })}
    >
      <TextInput
        name={name}
        defaultValue={typed[name] ?? order[name] ?? ""}
        {...(name === "phone" ? { ltr: true, type: "tel" } : { dir: "auto", maxLength: maxLengthOf[name] })}
        autoComplete="off"
      />
    </Field>
  );
  const state = typed.state ?? order.state ?? "";
  return (
    <Disclosure summary={t("orders.correctAddress.title")} open={answer !== undefined}>
      <AppForm
        intent="address"
        values={{ orderId: order.id, seen, country: order.country }}
        className="grid gap-3 text-ink"
      >
        {text("fullName")}
        {text("phone")}
        <Field label={t("orders.correctAddress.state")} errors={errors.state ?? undefined}>
          {order.country === homeCountry ? (
            <NativeSelect name="state" defaultValue={state}>
              <Options values={governorates} label={(one) => t(`checkout.governorates.${one}`)} />
            </NativeSelect>
          ) : (
            <TextInput name="state" defaultValue={state} maxLength={maxLengths.state} dir="auto" />
          )}
        </Field>
        {text("city")}
        {text("address")}
        {text("landmark", true)}
        {order.country !== homeCountry && text("zipCode", true)}
        <SubmitButton className="justify-self-start">{t("orders.correctAddress.save")}</SubmitButton>
      </AppForm>
    </Disclosure>
  );
}

const maxLengthOf = {
  fullName: maxLengths.fullName,
  city: maxLengths.city,
  address: maxLengths.street,
  landmark: maxLengths.landmark,
  zipCode: maxLengths.zipCode,
};
