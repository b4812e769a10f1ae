import { getFormProps, getInputProps, getSelectProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/form.server.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { Field } from "#app/platform/ui/field.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";
import { NativeSelect, TextInput } from "#app/platform/ui/text-input.tsx";

interface PetName {
  id: string;
  name: string;
}

/** Where an owner types the code of a tag and, if they like, says which pet wears it. */
export function AddTag({
  pets,
  answer,
  code,
  isFirst,
}: {
  pets: PetName[];
  answer?: FormAnswer | undefined;
  code: string;
  isFirst: boolean;
}) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ code: string; petId: string }>({
    id: "add-tag",
    lastResult: answer?.form,
    defaultValue: { code, petId: "" },
  });
  return (
    <Card as="section" pad="lg" tone={isFirst ? "sun" : "plain"}>
      <div className="grid items-start gap-6 md:grid-cols-[auto_1fr]">
        {isFirst ? <TagDrawing className="mx-auto h-28 md:mt-2" /> : null}
        <Form method="post" {...getFormProps(form)} className={isFirst ? "grid gap-4" : "grid gap-4 md:col-span-2"}>
          <div>
            <h2 className="text-lg font-semibold">{isFirst ? t("tags.emptyTitle") : t("tags.add")}</h2>
            <p className="text-sm text-ink-2">{isFirst ? t("tags.emptyText") : t("tags.addText")}</p>
          </div>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Field
              id={fields.code.id}
              label={t("tags.code")}
              hint={t("tags.codeHint", { example: "\u20667K3M\u20119QXR\u20112VHT\u2069" })}
              errors={fields.code.errors}
            >
              <TextInput
                {...getInputProps(fields.code, { type: "text" })}
                ltr
                lang="en"
                required
                maxLength={60}
                autoCapitalize="characters"
                autoCorrect="off"
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
            {pets.length > 0 ? (
              <Field id={fields.petId.id} label={t("tags.pet")} mark={t("form.optional")} errors={fields.petId.errors}>
                <NativeSelect {...getSelectProps(fields.petId)}>
                  <option value="">{t("tags.noPet")}</option>
                  {pets.map((pet) => (
                    <option key={pet.id} value={pet.id}>
                      {pet.name}
                    </option>
                  ))}
                </NativeSelect>
              </Field>
            ) : null}
          </div>
          <div>
            <SubmitButton variant="sun" name="intent" value="claim">
              {t("tags.addAction")}
            </SubmitButton>
          </div>
        </Form>
      </div>
    </Card>
  );
}
