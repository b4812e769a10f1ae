import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { colors, maxLengths, sizes } from "#app/features/catalog/products.rules.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field, FieldErrors, FieldSet } from "#app/platform/ui/forms/field.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";

interface Fields {
  colors: FieldMetadata<string[]>;
  sizes: FieldMetadata<string[]>;
  engraving: FieldMetadata<string>;
}

/** Fields for the options that buyers choose from: colours, sizes, an engraved text. */
export function OptionFields({ fields }: { fields: Fields }) {
  const { t } = useTranslation();
  const chosen = (field: FieldMetadata<string[]>, value: string) =>
    [field.initialValue ?? []].flat().some((one) => one === value);
  return (
    <Card as="section">
      <FieldSet legend={t("adminProducts.sections.options")} text={t("adminProducts.optionsHint")}>
        <fieldset className="min-w-0">
          <legend className="mb-2 text-sm font-[550]">{t("store.product.color")}</legend>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            {colors.map((color) => (
              <Checkbox
                key={color}
                name="colors"
                value={color}
                defaultChecked={chosen(fields.colors, color)}
                label={t(`store.colors.${color}`)}
              />
            ))}
          </div>
          <FieldErrors id={fields.colors.errorId} errors={fields.colors.errors ?? []} />
        </fieldset>
        <fieldset className="min-w-0">
          <legend className="mb-2 text-sm font-[550]">{t("store.product.size")}</legend>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            {sizes.map((size) => (
              <Checkbox
                key={size}
                name="sizes"
                value={size}
                defaultChecked={chosen(fields.sizes, size)}
                label={t(`store.sizes.${size}`)}
              />
            ))}
          </div>
          <FieldErrors id={fields.sizes.errorId} errors={fields.sizes.errors ?? []} />
        </fieldset>
        <Field
          id={fields.engraving.id}
          label={t("adminProducts.fields.engraving")}
          mark={t("form.optional")}
          hint={t("adminProducts.engravingHint", { most: maxLengths.engraving })}
          errors={fields.engraving.errors}
          className="max-w-80"
        >
          <TextInput {...getInputProps(fields.engraving, { type: "text" })} inputMode="numeric" ltr maxLength={3} />
        </Field>
      </FieldSet>
    </Card>
  );
}
