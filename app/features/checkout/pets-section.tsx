import { type FieldMetadata, getSelectProps } from "@conform-to/react";
import { type CartRow, isForPet } from "#app/features/cart/cart-view.rules.ts";
import { AttributeText } from "#app/features/catalog/attribute-text.tsx";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import type { AwaitedTag } from "#app/features/tags/replacements.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Field, FieldSet } from "#app/platform/ui/forms/field.tsx";
import { NativeSelect, OptionList } from "#app/platform/ui/forms/text-input.tsx";
import type { CheckoutFields } from "./checkout.forms.server.ts";

/** Lets the buyer choose, for each tag in the cart, the pet to link it to before it is shipped. */
export function PetsSection({
  fields,
  rows,
  pets,
  awaited,
}: {
  fields: { pets: FieldMetadata<CheckoutFields["pets"]>; replaces: FieldMetadata<CheckoutFields["replaces"]> };
  rows: readonly CartRow[];
  pets: readonly { id: string; name: string }[];
  /** The buyer's tags with a requested replacement. */
  awaited: readonly AwaitedTag[];
}) {
  const { t, language } = useViewer();
  const tags = rows.filter(({ product }) => isForPet(product));
  if (tags.length === 0 || pets.length + awaited.length === 0) return null;
  const chosen = fields.pets.getFieldset() as Record<string, FieldMetadata<string>>;
  const replaced = fields.replaces.getFieldset() as Record<string, FieldMetadata<string>>;
  return (
    <Card as="section">
      <FieldSet legend={t("checkout.forPet")} text={t("checkout.forPetHint")}>
        {tags.map(({ id, product, attributes }) => (
          <div key={id} className="grid items-end gap-4 sm:grid-cols-2">
            <Field
              id={chosen[id]!.id}
              errors={chosen[id]!.errors}
              label={
                <span className="grid">
                  <bdi>{nameIn(language, product)}</bdi>
                  <AttributeText attributes={attributes} className="text-xs font-normal text-ink-2 wrap-anywhere" />
                </span>
              }
            >
              <NativeSelect {...getSelectProps(chosen[id]!)} key={chosen[id]!.key}>
                <option value="">{t("checkout.noPet")}</option>
                <OptionList options={pets.map(({ id, name }) => ({ value: id, label: name }))} />
              </NativeSelect>
            </Field>
            {awaited.length > 0 && (
              <Field id={replaced[id]!.id} label={t("checkout.replaces")} errors={replaced[id]!.errors}>
                <NativeSelect {...getSelectProps(replaced[id]!)} key={replaced[id]!.key}>
                  <option value="">{t("replacement.noneOfThem")}</option>
                  {awaited.map(({ id: tagId, code, label, petName }) => (
                    <option key={tagId} value={tagId}>
                      {[petName, label, code].filter(Boolean).join("\u00a0· ")}
                    </option>
                  ))}
                </NativeSelect>
              </Field>
            )}
          </div>
        ))}
      </FieldSet>
    </Card>
  );
}
