import { getInputProps, getSelectProps } from "@conform-to/react";
import { formatAttributes } from "#app/features/catalog/attribute-texts.ts";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { PhotoField } from "#app/platform/ui/forms/photo-field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, Options, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import type { ShownLine } from "../order-lines.tsx";
import { maxLengths } from "../orders.rules.ts";
import { returnReasons } from "../returns.rules.ts";

interface ReturnFields {
  lineId: string;
  quantity: string;
  reason: string;
  note?: string;
  photo?: File;
}

/** Form to return goods, line by line, with quantity, reason and photo. */
export function ReturnCard({
  lines,
  until,
  answer,
}: {
  lines: ShownLine[];
  until: Date;
  answer: FormAnswer | undefined;
}) {
  const { t, format, language } = useViewer();
  const [form, fields] = useAppForm<ReturnFields>({
    intent: "return",
    answer,
    defaultValue: { lineId: lines.length === 1 ? lines[0]?.id : "", quantity: "1", reason: "" },
  });
  if (lines.length === 0) return null;
  return (
    <Disclosure summary={t("returns.ask")} open={answer !== undefined}>
      <p className="mb-1">{t("returns.text")}</p>
      <p className="mb-5 font-medium text-ink">{t("returns.until", { date: format.date(until) })}</p>
      <AppForm form={form} summary encType="multipart/form-data" className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-[1fr_auto]">
          <Field id={fields.lineId.id} label={t("returns.which")} errors={fields.lineId.errors}>
            <NativeSelect {...getSelectProps(fields.lineId)}>
              <option value="">{t("returns.choose")}</option>
              {lines.map((line) => (
                <option key={line.id} value={line.id}>
                  {[nameIn(language, line), formatAttributes(t, line.attributes)].filter(Boolean).join("\u00a0· ")}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field id={fields.quantity.id} label={t("returns.howMany")} errors={fields.quantity.errors}>
            <TextInput
              {...getInputProps(fields.quantity, { type: "text" })}
              inputMode="numeric"
              maxLength={4}
              className="sm:w-28"
            />
          </Field>
        </div>
        <Field id={fields.reason.id} label={t("returns.reason")} errors={fields.reason.errors}>
          <NativeSelect {...getSelectProps(fields.reason)}>
            <option value="">{t("returns.choose")}</option>
            <Options values={returnReasons} label={(reason) => t(`returns.reasons.${reason}`)} />
          </NativeSelect>
        </Field>
        <ProseField field={fields.note} label={t("returns.note")} max={maxLengths.note} />
        <PhotoField
          id={fields.photo.id}
          name="photo"
          label={t("returns.photo")}
          mark={t("form.optional")}
          errors={fields.photo.errors}
          title={t("returns.photo")}
          text={t("returns.photoText")}
          chooseLabel={t("returns.choosePhoto")}
        />
        <SubmitButton className="justify-self-start">{t("returns.send")}</SubmitButton>
      </AppForm>
    </Disclosure>
  );
}
