import { href } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, emptyForm, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { nameIn } from "../products.rules.ts";
import type { Route } from "./+types/stock-alert-page";
import { getStockAlert, updateStockAlert } from "./stock-alerts.server.ts";

export const handle = { i18n: ["store"], title: "store.back.title" };

/** Keeps the page out of search engines and its URL out of referrers. */
export const headers = () => ({ "x-robots-tag": "noindex" });

export async function loader({ context, params }: Route.LoaderArgs) {
  const { isConfirmed, nameEn, nameAr } = await getStockAlert(context.get(appContext), params.key);
  return { isConfirmed, product: { nameEn, nameAr } };
}

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(appContext);
  const { address } = args.context.get(requestInfoContext);
  const { key } = args.params;
  return handleIntents(args, {
    confirm: defineIntent(emptyForm, async () => {
      await updateStockAlert(ctx, key, true, address);
      return redirectWithToast(href("/back-in-stock/:key", { key }), "store.back.added");
    }),
    stop: defineIntent(emptyForm, async () => {
      const productId = await updateStockAlert(ctx, key, false, address);
      return redirectWithToast(href("/store/product/:id", { id: productId }), "store.back.stopped");
    }),
  });
}

/** Page, linked from the e-mail, where the holder of an address confirms or declines the stock alert. */
export default function StockAlertPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useViewer();
  const { isConfirmed, product } = loaderData;
  const name = nameIn(language, product);
  return (
    <div className="wrap-narrow py-10">
      <PageHeader title={t("store.back.title")} />
      <Card as="section" className="grid gap-5">
        <p className="text-lg">
          {isConfirmed ? <bdi>{name}</bdi> : t("store.back.ask", { name: `\u2068${name}\u2069` })}
        </p>
        {isConfirmed && <Notice tone="ok">{t("store.back.waiting")}</Notice>}
        <AppForm className="flex flex-wrap gap-3">
          {!isConfirmed && (
            <SubmitButton name="intent" value="confirm">
              {t("store.back.confirm")}
            </SubmitButton>
          )}
          <SubmitButton variant="ghost" name="intent" value="stop">
            {t("store.back.stop")}
          </SubmitButton>
        </AppForm>
      </Card>
    </div>
  );
}
