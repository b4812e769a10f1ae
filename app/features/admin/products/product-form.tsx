import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react";
import { href } from "react-router";
import { categories, colors, maxLengths, ownStore, sizes } from "#app/features/catalog/products.rules.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useOpenedVersion } from "#app/platform/http/forms/use-opened-version.ts";
import { getShopTerms, toMajorUnits } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field, FieldErrors, FieldSet } from "#app/platform/ui/forms/field.tsx";
import { SaveBar, SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { NativeSelect, Options, TextArea, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import type { getProductForAdmin } from "./admin-products.server.ts";
import type { ProductFields } from "./products.forms.server.ts";

export type WholeProduct = Awaited<ReturnType<typeof getProductForAdmin>>;

type Typed = Partial<Record<keyof ProductFields, string | string[] | undefined>>;

const inMajorUnits = (cents: number | null) => (cents === null ? "" : toMajorUnits(cents));

function valuesOf(product: WholeProduct | null): Typed {
  if (!product) return { store: ownStore, lowStockAt: "5", stock: "0", colors: [], sizes: [] };
  const engraving = product.options.find((option) => option.name === "engraving");
  const flag = (value: boolean) => (value ? "on" : undefined);
  return {
    version: String(product.version),
    sku: product.sku,
    nameEn: product.nameEn,
    nameAr: product.nameAr,
    descriptionEn: product.descriptionEn,
    descriptionAr: product.descriptionAr,
    category: product.category,
    store: product.store,
    priceCents: inMajorUnits(product.priceCents),
    salePriceCents: inMajorUnits(product.salePriceCents),
    lowStockAt: String(product.lowStockAt),
    widthMm: product.widthMm === null ? "" : String(product.widthMm),
    isFeatured: flag(product.isFeatured),
    isNew: flag(product.isNew),
    isBestseller: flag(product.isBestseller),
    colors: product.options.find((option) => option.name === "color")?.values ?? [],
    sizes: product.options.find((option) => option.name === "size")?.values ?? [],
    engraving: engraving ? String(engraving.maxLength) : "",
  };
}

interface Fields {
  colors: FieldMetadata<string[]>;
  sizes: FieldMetadata<string[]>;
  engraving: FieldMetadata<string>;
}

/** Fields for the options that buyers choose from: colours, sizes, an engraved text. */
function OptionFields({ fields }: { fields: Fields }) {
  const t = useT();
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

/** Form to create or edit a product; stock is entered only on creation and corrected in its own card. */
export function ProductForm({ product, answer }: { product: WholeProduct | null; answer: FormAnswer | undefined }) {
  const t = useT();
  const { currency } = getShopTerms();
  const [form, fields] = useAppForm<Record<keyof ProductFields, string> & { colors: string[]; sizes: string[] }>({
    id: product ? `product-${product.id}` : "product-new",
    answer,
    defaultValue: valuesOf(product) as never,
  });
  const money = { inputMode: "decimal", ltr: true, maxLength: 12, autoComplete: "off" } as const;
  const version = useOpenedVersion(product?.version ?? "", answer);
  const stale = fields.version.errors ?? [];
  return (
    <AppForm form={form} values={{ version }} className="grid grid-cols-1 gap-5">
      {stale.length > 0 && (
        <Notice tone="sun" role="alert">
          {stale.join(" ")}
        </Notice>
      )}
      <Card as="section">
        <FieldSet legend={t("adminProducts.sections.texts")} className="sm:grid-cols-2">
          <Field id={fields.nameEn.id} label={t("adminProducts.fields.nameEn")} errors={fields.nameEn.errors}>
            <TextInput
              {...getInputProps(fields.nameEn, { type: "text" })}
              dir="ltr"
              lang="en"
              maxLength={maxLengths.name}
            />
          </Field>
          <Field id={fields.nameAr.id} label={t("adminProducts.fields.nameAr")} errors={fields.nameAr.errors}>
            <TextInput
              {...getInputProps(fields.nameAr, { type: "text" })}
              dir="rtl"
              lang="ar"
              maxLength={maxLengths.name}
            />
          </Field>
          <Field
            id={fields.descriptionEn.id}
            label={t("adminProducts.fields.descriptionEn")}
            errors={fields.descriptionEn.errors}
          >
            <TextArea
              {...getTextareaProps(fields.descriptionEn)}
              rows={5}
              dir="ltr"
              lang="en"
              maxLength={maxLengths.description}
            />
          </Field>
          <Field
            id={fields.descriptionAr.id}
            label={t("adminProducts.fields.descriptionAr")}
            errors={fields.descriptionAr.errors}
          >
            <TextArea
              {...getTextareaProps(fields.descriptionAr)}
              rows={5}
              dir="rtl"
              lang="ar"
              maxLength={maxLengths.description}
            />
          </Field>
        </FieldSet>
      </Card>
      <Card as="section">
        <FieldSet legend={t("adminProducts.sections.selling")} className="sm:grid-cols-3">
          <Field id={fields.sku.id} label={t("store.product.sku")} errors={fields.sku.errors}>
            <TextInput
              {...getInputProps(fields.sku, { type: "text" })}
              ltr
              maxLength={maxLengths.sku}
              autoComplete="off"
            />
          </Field>
          <Field id={fields.category.id} label={t("adminProducts.fields.category")} errors={fields.category.errors}>
            <NativeSelect {...getSelectProps(fields.category)}>
              <option value="">{t("store.choose")}</option>
              <Options values={categories} label={(one) => t(`store.categories.${one}`)} />
            </NativeSelect>
          </Field>
          <Field id={fields.store.id} label={t("adminProducts.fields.store")} errors={fields.store.errors}>
            <TextInput {...getInputProps(fields.store, { type: "text" })} maxLength={maxLengths.store} />
          </Field>
          <Field
            id={fields.priceCents.id}
            label={t("adminProducts.fields.priceCents", { currency })}
            errors={fields.priceCents.errors}
          >
            <TextInput {...getInputProps(fields.priceCents, { type: "text" })} {...money} />
          </Field>
          <Field
            id={fields.salePriceCents.id}
            label={t("adminProducts.fields.salePriceCents", { currency })}
            mark={t("form.optional")}
            errors={fields.salePriceCents.errors}
          >
            <TextInput {...getInputProps(fields.salePriceCents, { type: "text" })} {...money} />
          </Field>
          {!product && (
            <Field id={fields.stock.id} label={t("adminProducts.fields.stock")} errors={fields.stock.errors}>
              <TextInput {...getInputProps(fields.stock, { type: "text" })} inputMode="numeric" ltr maxLength={7} />
            </Field>
          )}
          <Field
            id={fields.lowStockAt.id}
            label={t("adminProducts.fields.lowStockAt")}
            hint={t("adminProducts.lowStockHint")}
            errors={fields.lowStockAt.errors}
          >
            <TextInput {...getInputProps(fields.lowStockAt, { type: "text" })} inputMode="numeric" ltr maxLength={7} />
          </Field>
          <Field
            id={fields.widthMm.id}
            label={t("adminProducts.fields.widthMm")}
            mark={t("form.optional")}
            hint={t("adminProducts.widthHint")}
            errors={fields.widthMm.errors}
          >
            <TextInput {...getInputProps(fields.widthMm, { type: "text" })} inputMode="numeric" ltr maxLength={5} />
          </Field>
        </FieldSet>
        <div className="mt-5 flex flex-wrap gap-x-8 gap-y-3">
          {(["isFeatured", "isNew", "isBestseller"] as const).map((flag) => (
            <Checkbox
              key={flag}
              name={flag}
              defaultChecked={fields[flag].initialValue === "on"}
              label={t(`adminProducts.fields.${flag}`)}
            />
          ))}
        </div>
      </Card>
      <OptionFields fields={fields as never} />
      <SaveBar>
        {product ? (
          <ArchiveButton isArchived={product.archivedAt !== null} />
        ) : (
          <ButtonLink to={href("/admin/products")} variant="ghost">
            {t("form.cancel")}
          </ButtonLink>
        )}
        <SubmitButton name="intent" value="save">
          {t(product ? "form.save" : "adminProducts.addAction")}
        </SubmitButton>
      </SaveBar>
    </AppForm>
  );
}

function ArchiveButton({ isArchived }: { isArchived: boolean }) {
  const t = useT();
  if (isArchived)
    return (
      <SubmitButton name="intent" value="restore" variant="ghost">
        {t("adminProducts.restore")}
      </SubmitButton>
    );
  return (
    <ConfirmDialog
      title={t("adminProducts.archiveTitle")}
      description={t("adminProducts.archiveText")}
      trigger={
        <SubmitButton name="intent" value="archive" variant="ghost">
          {t("adminProducts.archive")}
        </SubmitButton>
      }
    />
  );
}
