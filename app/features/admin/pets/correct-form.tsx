import { getFormProps, getSelectProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { type Gender, genders, maxLengths, type PetType, petTypes } from "#app/features/pets/pets.rules.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useOpenedVersion } from "#app/platform/http/forms/use-opened-version.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect } from "#app/platform/ui/forms/text-input.tsx";

interface Corrected {
  id: string;
  version: number;
  name: string;
  type: PetType;
  otherType: string | null;
  breed: string | null;
  gender: Gender;
  color: string | null;
}

type Fields = Record<"version" | "name" | "type" | "otherType" | "breed" | "gender" | "color", string>;

/** Form for an administrator's correction of a pet's name and appearance. */
export function CorrectForm({ pet, answer }: { pet: Corrected; answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const { name, type, gender } = pet;
  const version = useOpenedVersion(pet.version, answer);
  const [form, fields] = useForm<Fields>({
    id: `correct-${version}`,
    lastResult: answer?.form,
    defaultValue: {
      name,
      type,
      gender,
      otherType: pet.otherType ?? "",
      breed: pet.breed ?? "",
      color: pet.color ?? "",
    },
  });
  const late = (fields.version.errors ?? []).map((message) => ({ message }));
  return (
    <Card as="section">
      <CardHeader title={t("adminPets.correct")} text={t("adminPets.correctText")} />
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
        <FormErrors title={t("form.checkThese")} errors={late} />
        <input type="hidden" name="version" value={version} />
        <LineField field={fields.name} label={t("pets.fields.name")} max={maxLengths.name} needed />
        <Field id={fields.type.id} label={t("adminPets.type")} errors={fields.type.errors}>
          <NativeSelect {...getSelectProps(fields.type)} key={fields.type.key}>
            {petTypes.map((one) => (
              <option key={one} value={one}>
                {t(`pets.types.${one}`)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <LineField field={fields.otherType} label={t("pets.fields.otherType")} max={maxLengths.otherType} />
        <LineField field={fields.breed} label={t("pets.fields.breed")} max={maxLengths.breed} />
        <LineField field={fields.color} label={t("pets.fields.color")} max={maxLengths.color} />
        <Field id={fields.gender.id} label={t("pets.fields.gender")} errors={fields.gender.errors}>
          <NativeSelect {...getSelectProps(fields.gender)} key={fields.gender.key}>
            {genders.map((one) => (
              <option key={one} value={one}>
                {t(`pets.genders.${one}`)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <SubmitButton className="justify-self-start">{t("adminPets.save")}</SubmitButton>
      </Form>
    </Card>
  );
}
