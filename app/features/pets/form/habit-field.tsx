import { type FieldMetadata, getSelectProps } from "@conform-to/react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { NativeSelect, Options } from "#app/platform/ui/forms/text-input.tsx";
import { habitsOf, petHabits, petTypes } from "../pets.rules.ts";

interface Props<Type, Schema> {
  fields: { type: FieldMetadata<Type>; habit: FieldMetadata<Schema> };
}

/** Asks whether a cat goes out, or how a dog is with strangers. Asks both while the type is not chosen. */
export function HabitField<Type, Schema>({ fields: { type, habit } }: Props<Type, Schema>) {
  const t = useT();
  const chosen = petTypes.find((one) => one === type.value);
  const values = chosen ? habitsOf[chosen] : petHabits;
  if (values.length === 0) return null;
  return (
    <Field
      id={habit.id}
      label={t(chosen === "cat" || chosen === "dog" ? `pets.habit.ask.${chosen}` : "pets.fields.habit")}
      errors={habit.errors}
    >
      <NativeSelect {...getSelectProps(habit)}>
        <option value="">{t("pets.notKnown")}</option>
        <Options values={values} label={(one) => t(`pets.habit.${one}`)} />
      </NativeSelect>
    </Field>
  );
}
