import { useTranslation } from "react-i18next";
import { Form, href } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { NativeSelect } from "#app/platform/ui/forms/text-input.tsx";
import { isolated } from "../scan-texts.ts";

interface Props {
  tags: { id: string; code: string; petName: string | null }[];
  chosen: string | null;
  isAgain: boolean;
  answer: FormAnswer | undefined;
}

export function ChooseTag({ tags, chosen, isAgain, answer }: Props) {
  const { t } = useTranslation();
  const errors = [...(answer?.form.error?.tagId ?? []), ...(answer?.refusal ? [answer.refusal] : [])];
  return (
    <Card as="section">
      <CardHeader title={t("tagTest.chooseTitle")} />
      <Form method="post" action={href("/dashboard/settings/test-my-tag")} className="flex flex-wrap items-start gap-4">
        <Field label={t("tagTest.tag")} hideLabel errors={errors} className="min-w-0 flex-[1_1_16rem]">
          <NativeSelect name="tagId" defaultValue={chosen ?? undefined} key={chosen}>
            {tags.map(({ id, code, petName }) => (
              <option key={id} value={id}>
                {t("tagTest.option", { code: isolated(code), name: isolated(petName ?? t("scans.noPet")) })}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <SubmitButton name="intent" value="start" variant={isAgain ? "ghost" : "sun"}>
          {t(isAgain ? "tagTest.again" : "tagTest.start")}
        </SubmitButton>
      </Form>
    </Card>
  );
}
