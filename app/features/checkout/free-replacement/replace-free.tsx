import { getInputProps } from "@conform-to/react";
import { href, redirect } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { AttributeText } from "#app/features/catalog/attribute-text.tsx";
import { getDeliveryEstimate } from "#app/features/catalog/delivery.server.ts";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import { getTagToReplace } from "#app/features/tags/replacements.server.ts";
import { listCountries } from "#app/features/users/countries.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { handleForm } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { WithCodes } from "#app/platform/ui/ltr.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { AddressSection } from "../address-section.tsx";
import { type FreeFields, freeForm } from "../checkout.forms.server.ts";
import { findAddress, updateAddress } from "../shipping-address.server.ts";
import type { Route } from "./+types/replace-free";
import {
  formatChoiceKey,
  getFreeReplacementState,
  listFreeChoices,
  placeFreeReplacement,
} from "./free-replacement.server.ts";

export const handle = { i18n: ["cart", "checkout", "replacement", "store", "tags"], title: "checkout.freeTag.title" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { id, code } = await getTagToReplace(ctx, actor, params.tagId);
  const { isFree } = await getFreeReplacementState(ctx, actor, { id, code });
  if (!isFree) throw redirect(href("/dashboard/tags-management/:tagId/replace", { tagId: id }));
  const choices = await listFreeChoices(ctx);
  return {
    tag: { id, code },
    choices: choices.map((one) => ({
      key: formatChoiceKey(one),
      nameEn: one.product.nameEn,
      nameAr: one.product.nameAr,
      attributes: one.attributes,
    })),
    values: { key: createId(), ...(await findAddress(ctx, actor)) },
    countries: listCountries(context.get(requestInfoContext).language),
    arrival: getDeliveryEstimate(ctx, actor, "standard"),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { language } = args.context.get(requestInfoContext);
  const { id: tagId } = await getTagToReplace(ctx, actor, args.params.tagId);
  return handleForm(
    args,
    freeForm,
    async (form) => {
      const number = await placeFreeReplacement(ctx, actor, { ...form, tagId }, language);
      if (form.keepAddress) await updateAddress(ctx, actor, form);
      return redirect(href("/checkout/done/:orderNumber", { orderNumber: number }), { status: 303 });
    },
    { failed: "checkout.failed" },
  );
}

/** Page to order a free replacement: tag, engraving and address. */
export default function ReplaceFree({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, format, language } = useViewer();
  const { tag, choices, values, countries, arrival } = loaderData;
  const [form, fields] = useAppForm<FreeFields>({ id: "free", answer, defaultValue: values });
  const day = (date: string) => format.day(date, "weekday");
  const back = href("/dashboard/tags-management/:tagId/replace", { tagId: tag.id });
  return (
    <div className="max-w-3xl">
      <PageHeader
        path={[
          { label: t("tags.title"), to: href("/dashboard/tags-management") },
          { label: t("replacement.title"), to: back },
        ]}
        title={t("checkout.freeTag.title")}
        lead={<WithCodes>{t("checkout.freeTag.lead", { code: `\u2066${tag.code}\u2069` })}</WithCodes>}
      />
      {choices.length === 0 ? (
        <EmptyState
          inCard
          drawing={<TagDrawing />}
          title={t("checkout.freeTag.which")}
          text={t("checkout.freeTag.empty")}
        />
      ) : (
        <AppForm form={form} values={{ key: fields.key.initialValue ?? "" }} className="group/checkout grid gap-5">
          <Card as="section" className="grid gap-5">
            <RadioCards
              {...getInputProps(fields.choice, { type: "radio", value: false })}
              key={fields.choice.key}
              id={fields.choice.id}
              required
              legend={<span className="heading text-lg">{t("checkout.freeTag.which")}</span>}
              {...(fields.choice.initialValue ? { defaultValue: fields.choice.initialValue } : {})}
              errors={fields.choice.errors}
              columns={2}
              options={choices.map(({ key, attributes, ...names }) => ({
                value: key,
                title: <bdi>{nameIn(language, names)}</bdi>,
                text: <AttributeText attributes={attributes} />,
              }))}
            />
            <LineField
              field={fields.engraving}
              label={t("checkout.freeTag.engraving")}
              hint={t("checkout.freeTag.engravingHint")}
              max={60}
            />
          </Card>
          <AddressSection fields={fields} countries={countries} />
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <SubmitButton size="lg">{t("checkout.freeTag.order")}</SubmitButton>
            <p className="text-sm text-ink-2">
              {t("checkout.freeTag.arrives", { from: day(arrival.from), to: day(arrival.to) })}
            </p>
          </div>
        </AppForm>
      )}
    </div>
  );
}
