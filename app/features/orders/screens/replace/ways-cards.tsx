import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { CodeFields } from "#app/features/tags/code-fields.tsx";
import type { FormAnswer } from "#app/platform/http/form.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";

/** The second step: a new tag is ordered, or one that lies here is used. */
export function WaysCards({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ code: string; claimCode: string }>({ id: "in-place", lastResult: answer?.form });
  return (
    <section className="grid gap-4" aria-labelledby="ways">
      <h2 id="ways" className="text-lg">
        {t("replacing.howTitle")}
      </h2>
      <Card>
        <CardHeader level={3} title={t("replacing.orderTitle")} text={t("replacing.orderText")} />
        <ButtonLink to="/store?category=tags" variant="sun">
          {t("replacing.toStore")}
        </ButtonLink>
      </Card>
      <Card>
        <CardHeader level={3} title={t("replacing.haveTitle")} text={t("replacing.haveText")} />
        <Form method="post" {...getFormProps(form)} className="grid gap-4">
          <CodeFields code={fields.code} claimCode={fields.claimCode} />
          <div>
            <SubmitButton name="intent" value="place">
              {t("replacing.place")}
            </SubmitButton>
          </div>
        </Form>
      </Card>
    </section>
  );
}
