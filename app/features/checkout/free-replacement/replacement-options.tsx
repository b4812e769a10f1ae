import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form, href, Link } from "react-router";
import { CodeFields } from "#app/features/tags/claim/code-fields.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { formatMoney, getShopTerms } from "#app/platform/i18n/money.rules.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import type { FreeReplacementState } from "./free-replacement.server.ts";

/** Second step: order a new tag, or use one that the owner already has. */
export function ReplacementOptions({
  tagId,
  standing,
  answer,
}: {
  tagId: string;
  standing: FreeReplacementState;
  answer: FormAnswer | undefined;
}) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ code: string; claimCode: string }>({ id: "in-place", lastResult: answer?.form });
  return (
    <section className="grid gap-4" aria-labelledby="ways">
      <h2 id="ways" className="text-lg">
        {t("replacement.howTitle")}
      </h2>
      <OrderCard tagId={tagId} standing={standing} />
      <Card>
        <CardHeader level={3} title={t("replacement.haveTitle")} text={t("replacement.haveText")} />
        <Form method="post" {...getFormProps(form)} className="grid gap-4">
          <CodeFields code={fields.code} claimCode={fields.claimCode} />
          <div>
            <SubmitButton name="intent" value="place">
              {t("replacement.place")}
            </SubmitButton>
          </div>
        </Form>
      </Card>
    </section>
  );
}

/** Card to order a new tag from the store; for free where the plan includes it. */
function OrderCard({ tagId, standing }: { tagId: string; standing: FreeReplacementState }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  if (standing.isFree)
    return (
      <Card tone="sun">
        <CardHeader
          level={3}
          title={t("checkout.freeTag.offerTitle")}
          text={t("checkout.freeTag.offerText", {
            price: `\u2066${formatMoney(getShopTerms().freeReplacementCents)}\u2069`,
          })}
        />
        <ButtonLink to={href("/dashboard/tags-management/:tagId/replace/free", { tagId })} variant="sun">
          {t("checkout.freeTag.offer")}
        </ButtonLink>
      </Card>
    );
  return (
    <Card>
      <CardHeader level={3} title={t("replacement.orderTitle")} text={t("replacement.orderText")} />
      <ButtonLink to={`${href("/store")}?category=tags`} variant="sun">
        {t("replacement.toStore")}
      </ButtonLink>
      <p className="mt-4 text-sm text-ink-2">
        {standing.from ? (
          t("checkout.freeTag.usedNote", { date: formatDate(standing.from, language, timeZone, "date") })
        ) : (
          <>
            {t("checkout.freeTag.planNote")}{" "}
            <Link to={href("/dashboard/subscription")} className="link">
              {t("plans.see")}
            </Link>
          </>
        )}
      </p>
    </Card>
  );
}
