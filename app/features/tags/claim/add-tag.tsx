import { getFormProps, getSelectProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form, href } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { NativeSelect } from "#app/platform/ui/forms/text-input.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { type PetName, PetSelect } from "../manage/pet-select.tsx";
import type { AwaitedTag } from "../replacement/replacements.server.ts";
import { CodeFields } from "./code-fields.tsx";

interface Props {
  pets: PetName[];
  /** Tags with a requested replacement. */
  awaited: AwaitedTag[];
  answer: FormAnswer | undefined;
  /** From the URL, as passed on by the finder's page. */
  code: string;
}

/**
 * Form where an owner enters a tag's code. It fills the page for the first tag; later it is a collapsed section above
 * the list.
 */
export function AddTag({ isFirst, isOpen, ...rest }: Props & { isFirst: boolean; isOpen: boolean }) {
  const { t } = useTranslation();
  if (!isFirst)
    return (
      <Disclosure summary={t("tags.add")} open={isOpen || Boolean(rest.answer || rest.code)}>
        <p className="mb-4">{t("tags.addText")}</p>
        <CodeForm {...rest} />
      </Disclosure>
    );
  return (
    <Card as="section" pad="lg" tone="sun">
      <div className="grid items-start gap-6 md:grid-cols-[auto_1fr]">
        <TagDrawing className="mx-auto h-28 md:mt-2" />
        <div className="grid gap-4">
          <div>
            <h2 className="text-lg font-semibold">{t("tags.emptyTitle")}</h2>
            <p className="text-sm text-ink-2">{t("tags.emptyText")}</p>
          </div>
          <CodeForm {...rest} />
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2">
            {t("tags.noTagYet")}
            <ButtonLink to={href("/store")} variant="ghost" size="sm">
              {t("tags.toStore")}
            </ButtonLink>
          </p>
        </div>
      </div>
    </Card>
  );
}

function CodeForm({ pets, awaited, answer, code }: Props) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ code: string; claimCode: string; petId: string; replaces: string }>({
    id: "add-tag",
    lastResult: answer?.form,
    defaultValue: { code, petId: "", replaces: awaited[0]?.id ?? "" },
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-4 text-ink">
      <div className="grid items-start gap-4 md:grid-cols-2">
        <CodeFields code={fields.code} claimCode={fields.claimCode} />
        {awaited.length > 0 ? (
          <Field
            id={fields.replaces.id}
            label={t("replacement.inPlaceOf")}
            hint={t("replacement.inPlaceHint")}
            errors={fields.replaces.errors}
          >
            <NativeSelect {...getSelectProps(fields.replaces)} key={fields.replaces.key}>
              {awaited.map(({ id, code: old, label, petName }) => (
                <option key={id} value={id}>
                  {[petName, label, old].filter(Boolean).join(" · ")}
                </option>
              ))}
              <option value="">{t("replacement.noneOfThem")}</option>
            </NativeSelect>
          </Field>
        ) : null}
        {pets.length > 0 ? (
          <Field id={fields.petId.id} label={t("tags.pet")} mark={t("form.optional")} errors={fields.petId.errors}>
            <PetSelect {...getSelectProps(fields.petId)} pets={pets} empty={t("tags.noPet")} />
          </Field>
        ) : null}
      </div>
      <div>
        <SubmitButton variant="sun" name="intent" value="claim">
          {t("tags.addAction")}
        </SubmitButton>
      </div>
    </Form>
  );
}
