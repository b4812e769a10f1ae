import { useT } from "#app/platform/i18n/use-t.ts";
import { homeCountry, isGovernorate } from "#app/platform/map/governorates.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { NativeSelect, Options, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { deliveryWindows, maxLengths } from "./orders.rules.ts";

export interface ShownAddress {
  fullName: string | null;
  phone: string | null;
  /** The phone number in groups of digits. */
  phoneText: string | null;
  country: string;
  countryName: string;
  state: string | null;
  city: string | null;
  address: string | null;
  landmark: string | null;
  zipCode: string | null;
}

/** Delivery address; only the country once the account was deleted. */
export function AddressBlock({
  to,
  isCalled,
}: {
  to: ShownAddress;
  /** Whether the phone number is a link that starts a call. */
  isCalled?: boolean;
}) {
  const t = useT();
  const state =
    to.country === homeCountry && isGovernorate(to.state) ? t(`checkout.governorates.${to.state}`) : to.state;
  const lines = [
    to.address,
    to.landmark,
    [to.city, state, to.zipCode].filter(Boolean).join("\u00a0· "),
    to.countryName,
  ];
  return (
    <address className="grid gap-0.5 text-sm not-italic wrap-anywhere">
      {to.fullName && (
        <strong>
          <bdi>{to.fullName}</bdi>
        </strong>
      )}
      {lines.filter(Boolean).map((line) => (
        <span key={line}>
          <bdi>{line}</bdi>
        </span>
      ))}
      {to.phone && (
        <span>
          {isCalled ? (
            <a href={`tel:${to.phone}`} className="link">
              <Ltr>{to.phoneText}</Ltr>
            </a>
          ) : (
            <Ltr>{to.phoneText}</Ltr>
          )}
        </span>
      )}
    </address>
  );
}

interface ConfirmFieldsProps {
  landmark: string | null;
}

/** Fields that help the delivery: a landmark near the door, and when someone is at home. */
export function ConfirmFields({ landmark }: ConfirmFieldsProps) {
  const t = useT();
  return (
    <>
      <Field label={t("orders.confirm.landmark")} mark={t("form.optional")} hint={t("orders.confirm.landmarkHint")}>
        <TextInput name="landmark" defaultValue={landmark ?? ""} maxLength={maxLengths.landmark} dir="auto" />
      </Field>
      <Field label={t("orders.confirm.window")} mark={t("form.optional")}>
        <NativeSelect name="deliveryWindow" defaultValue="">
          <option value="">{t("orders.confirm.anyTime")}</option>
          <Options values={deliveryWindows} label={(deliveryWindow) => t(`orders.confirm.windows.${deliveryWindow}`)} />
        </NativeSelect>
      </Field>
    </>
  );
}
