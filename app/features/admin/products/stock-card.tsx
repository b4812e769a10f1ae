import { getInputProps } from "@conform-to/react";
import { maxLengths } from "#app/features/catalog/products.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { Table } from "#app/platform/ui/lists/table.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { listMovements } from "./admin-products.server.ts";
import type { WholeProduct } from "./product-form.tsx";

type Ledger = Awaited<ReturnType<typeof listMovements>>;

/** Card with the stock, a form to correct it with a reason, and the ledger that adds up to it. */
export function StockCard({
  product,
  ledger,
  answer,
}: {
  product: WholeProduct;
  ledger: Ledger;
  answer: FormAnswer | undefined;
}) {
  const { t, format } = useViewer();
  const [form, fields] = useAppForm<{ change: string; note: string; version: string }>({
    id: "stock-form",
    intent: "correct",
    answer,
  });
  return (
    <Card as="section" id="stock" className="grid scroll-mt-6 grid-cols-1 gap-4">
      <CardHeader
        title={t("adminProducts.sections.stock")}
        text={t("adminProducts.pieces", { count: product.stock })}
      />
      {fields.version.errors && (
        <Notice tone="sun" role="alert">
          {fields.version.errors.join(" ")}
        </Notice>
      )}
      <AppForm
        form={form}
        values={{ version: product.version }}
        className="grid items-start gap-3 sm:grid-cols-[9rem_1fr_auto]"
      >
        <Field
          id={fields.change.id}
          label={t("adminProducts.fields.change")}
          hint={t("adminProducts.changeHint")}
          errors={fields.change.errors}
        >
          <TextInput {...getInputProps(fields.change, { type: "text" })} ltr maxLength={8} autoComplete="off" />
        </Field>
        <Field id={fields.note.id} label={t("adminProducts.fields.note")} errors={fields.note.errors}>
          <TextInput
            {...getInputProps(fields.note, { type: "text" })}
            maxLength={maxLengths.note}
            placeholder={t("adminProducts.notePlaceholder")}
          />
        </Field>
        <SubmitButton variant="ghost" className="sm:mt-7">
          {t("adminProducts.correct")}
        </SubmitButton>
      </AppForm>
      <Table
        caption={t("adminProducts.ledger")}
        rows={ledger.movements}
        rowKey={(movement) => movement.id}
        empty={<p className="text-sm text-ink-2">{t("adminProducts.noMovements")}</p>}
        columns={[
          {
            key: "when",
            head: t("adminProducts.columns.when"),
            cell: (movement) => <bdi>{format.date(movement.createdAt, "dateTime")}</bdi>,
          },
          {
            key: "why",
            head: t("adminProducts.columns.why"),
            primary: true,
            cell: (movement) => (
              <>
                {t(`adminProducts.reasons.${movement.reason}`)}
                {movement.note && <bdi className="block text-xs font-normal text-ink-2">{movement.note}</bdi>}
              </>
            ),
          },
          {
            key: "who",
            head: t("adminProducts.columns.who"),
            cell: (movement) => movement.by && <bdi>{movement.by}</bdi>,
          },
          {
            key: "change",
            head: t("adminProducts.fields.change"),
            end: true,
            cell: (movement) => (
              <Ltr className={movement.change > 0 ? "font-semibold text-ok" : "font-semibold text-lost"}>
                {movement.change > 0 ? `+${movement.change}` : `−${-movement.change}`}
              </Ltr>
            ),
          },
        ]}
      />
      <Pager page={ledger.page} pageCount={ledger.pageCount} toPage={(number) => `?ledger=${number}#stock`} />
    </Card>
  );
}
