import { ConfirmButton } from "#app/features/admin-lists/confirm-button.tsx";
import { nameIn, type StockState } from "#app/features/catalog/products.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { getShopTerms } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Chip } from "#app/platform/ui/chip.tsx";
import { FieldErrors } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import type { listAllProducts } from "./admin-products.server.ts";
import { getRowTexts } from "./row-values.rules.ts";

type Row = Awaited<ReturnType<typeof listAllProducts>>["products"][number];

interface RowFieldProps {
  product: Row;
  name: keyof ReturnType<typeof getRowTexts>;
  answer: FormAnswer | undefined;
  inputMode: "decimal" | "numeric";
}

/** Editable field of a row. */
export function RowField({ product, name, answer, inputMode }: RowFieldProps) {
  const { t, language } = useViewer();
  const path = `rows.${product.id}.${name}`;
  const errors = answer?.form.error?.[path] ?? undefined;
  const typed = answer?.form.initialValue?.rows as Record<string, Record<string, unknown>> | undefined;
  const { currency } = getShopTerms();
  const heads = {
    priceCents: t("adminProducts.fields.priceCents", { currency }),
    salePriceCents: t("adminProducts.onSale"),
    stock: t("adminProducts.columns.stock"),
  };
  return (
    <span className="grid w-[max(--spacing(24),5.25rem)] gap-1">
      <span aria-hidden="true" className="@2xl:hidden">
        {heads[name]}
      </span>
      <TextInput
        name={path}
        ltr
        inputMode={inputMode}
        maxLength={12}
        autoComplete="off"
        defaultValue={getRowTexts(product, typed?.[product.id])[name]}
        aria-label={`${heads[name]} · ${nameIn(language, product)}`}
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? `${path}-error` : undefined}
        className="min-h-11! px-2.5! py-1.5! pointer-fine:@2xl:text-sm!"
      />
      <FieldErrors id={`${path}-error`} {...(errors && { errors })} />
    </span>
  );
}

/** Bulk actions for the selected products. */
export function ProductActions({ count, state }: { count: number; state: StockState | undefined }) {
  const t = useT();
  return (
    <>
      {state !== "archived" && (
        <ConfirmButton
          size="sm"
          intent="archive"
          label={t("adminProducts.archive")}
          title={t("adminProducts.archiveSome", { count })}
          text={t("adminProducts.archiveText")}
        />
      )}
      {(state === "archived" || !state) && (
        <SubmitButton size="sm" variant="ghost" name="intent" value="restore">
          {t("adminProducts.restore")}
        </SubmitButton>
      )}
    </>
  );
}

/** Chip for a product that is archived, sold out or low in stock; nothing otherwise. */
export function StockChip({ product }: { product: Row }) {
  const t = useT();
  if (product.archivedAt) return <Chip>{t("adminProducts.states.archived")}</Chip>;
  if (product.stock === 0) return <Chip tone="lost">{t("adminProducts.states.soldOut")}</Chip>;
  return product.stock <= product.lowStockAt ? <Chip tone="sun">{t("adminProducts.states.low")}</Chip> : null;
}
