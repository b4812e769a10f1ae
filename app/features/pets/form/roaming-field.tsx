import { type FieldMetadata, getSelectProps } from "@conform-to/react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { NativeSelect, Options } from "#app/platform/ui/forms/text-input.tsx";
import { petTypes, roamings, roamingsOf } from "../pets.rules.ts";

interface Props<Type, Schema> {
  fields: { type: FieldMetadata<Type>; roaming: FieldMetadata<Schema> };
}

/** Asks whether a cat goes out, or how a dog is with strangers. Asks both while the type is not chosen. */
export function RoamingField<Type, Schema>({ fields: { type, roaming } }: Props<Type, Schema>) {
  const t = useT();
  const chosen = petTypes.find((one) => one === type.value);
  const values = chosen ? roamingsOf[chosen] : roamings;
  if (values.length === 0) return null;
  return (
    <Field
      id={roaming.id}
      label={t(chosen === "cat" || chosen === "dog" ? `pets.roaming.ask.${chosen}` : "pets.fields.roaming")}
      errors={roaming.errors}
    >
      <NativeSelect {...getSelectProps(roaming)}>
        <option value="">{t("pets.notKnown")}</option>
        <Options values={values} label={(one) => t(`pets.roaming.${one}`)} />
      </NativeSelect>
    </Field>
  );
}
