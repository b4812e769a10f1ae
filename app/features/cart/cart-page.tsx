import { useEffect, useState } from "react";
import { href, redirect, useLoaderData, useNavigate } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/cart-page";
import { addForm, changeLineForm, lineForm } from "./cart.forms.server.ts";
import {
  addToCart,
  createPostedLinesCookie,
  deleteCartLine,
  findPostedLines,
  readCart,
  readVisitorCart,
  updateCartLine,
} from "./cart.server.ts";
import { CartRow } from "./cart-row.tsx";
import { SummaryLines } from "./cart-summary.tsx";
import { CartTotal } from "./cart-total.tsx";
import { addingParam, storePostedLines, takePostedLines } from "./posted-line.ts";
import { useCartActions, useCartView, useVisitorCart } from "./use-cart.ts";

export const handle = { i18n: ["cart", "checkout", "store"], showsRefusal: true, title: "cart.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await getUser(request, context);
  const { searchParams } = new URL(request.url);
  const { removed, ...query } = Object.fromEntries(searchParams);
  const undo = addForm.safeParse({ ...query, product: removed });
  const ctx = context.get(appContext);
  return {
    view: actor && (await readCart(ctx, actor)),
    /** What a visitor without JavaScript has chosen. */
    posted: actor ? null : await readVisitorCart(ctx, findPostedLines(request)),
    undo: undo.success ? undo.data : null,
    isAdding: !actor && searchParams.has(addingParam),
  };
}

const logInPath = `${href("/auth")}?to=${encodeURIComponent("/store")}`;

/**
 * Handles the plain cart forms, which are posted without JavaScript or before it has loaded. A visitor's cart is in the
 * browser: its script adds a visitor's choice once it has loaded. Without it, visitors are asked to log in.
 */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const ctx = context.get(appContext);
  const { language } = context.get(requestInfoContext);
  const actor = await getUser(request, context);
  const askToLogIn = () => redirectWithToast(logInPath, { type: "info", code: "cart.logIn" });
  return handleIntents(
    args,
    {
      add: defineIntent(addForm, async ({ product: productId, quantity, ...attributes }) => {
        const wanted = { productId, quantity, attributes };
        try {
          if (!actor) {
            const headers = { "set-cookie": await createPostedLinesCookie(ctx, wanted, language, request) };
            return redirect(`${href("/cart")}?${addingParam}=1`, { status: 303, headers });
          }
          await addToCart(ctx, actor, wanted, language);
        } catch (error) {
          // The form is on the product page; this page has no field to attach the error to.
          throw error instanceof AppError && error.field
            ? new AppError(error.code, error.status, error.params ? { params: error.params } : {})
            : error;
        }
        return redirectWithToast(href("/cart"), "cart.added");
      }),
      change: defineIntent(changeLineForm, async (form) => {
        if (!actor) return askToLogIn();
        if (!(form.quantity >= 1)) throw new AppError("cart.wholePieces", 400);
        const { isCapped, most, stock = 0 } = await updateCartLine(ctx, actor, form);
        if (!isCapped) return redirect(href("/cart"), { status: 303 });
        return redirectWithToast(href("/cart"), {
          type: "warning",
          ...(most ? { code: "cart.mostPieces", params: { most } } : { code: "cart.capped", params: { count: stock } }),
        });
      }),
      remove: defineIntent(lineForm, async ({ lineId }) => {
        if (!actor) return askToLogIn();
        const line = await deleteCartLine(ctx, actor, lineId);
        const { productId, quantity, attributes } = line ?? {};
        const removed =
          line && new URLSearchParams({ removed: `${productId}`, quantity: `${quantity}`, ...attributes });
        return redirect(removed ? `${href("/cart")}?${removed}` : href("/cart"), { status: 303 });
      }),
    },
    { failed: "cart.failed" },
  );
}

/** Adds the choices that a visitor posted before the scripts had run. Returns whether they have yet to be added. */
function useAddPosted(isPosted: boolean): boolean {
  const { addPosted } = useCartActions();
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(isPosted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts of the page have loaded
  useEffect(() => {
    if (!isPosted) return;
    const lines = takePostedLines();
    async function addAll() {
      for (const [at, line] of lines.entries()) {
        if (await addPosted(line)) continue;
        // Without a connection, the page stays, so that reloading it adds the rest.
        storePostedLines(lines.slice(at));
        return setAdding(false);
      }
      setAdding(false);
      await navigate(href("/cart"), { replace: true, preventScrollReset: true });
    }
    void addAll();
  }, []);
  return isAdding;
}

export default function CartPage({ actionData }: { actionData?: { refusal: string | null } }) {
  const t = useT();
  const loaded = useLoaderData<typeof loader>();
  const { lines } = useVisitorCart();
  const isAdding = useAddPosted(loaded.isAdding);
  const view = useCartView(loaded.view);
  const isWaiting = isAdding || lines.length > 0;
  return (
    <div className="wrap py-8 md:py-12">
      <PageHeader
        title={t("cart.title")}
        lead={view && view.count > 0 ? t("cart.count", { count: view.count }) : t("cart.lead")}
      />
      {actionData?.refusal && (
        <Notice tone="lost" role="alert" className="mb-5">
          {actionData.refusal}
        </Notice>
      )}
      {loaded.undo && (
        <Notice className="mb-5">
          <form method="post" action={href("/cart")} className="flex flex-wrap items-center justify-between gap-3">
            {t("cart.removed")}
            <input type="hidden" name="intent" value="add" />
            {Object.entries(loaded.undo).map(
              ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
            )}
            <Button type="submit" size="sm" variant="ghost">
              {t("cart.undo")}
            </Button>
          </form>
        </Notice>
      )}
      {loaded.posted?.isReady ? (
        <Card as="section" className="mb-5 hidden gap-4 noscript:grid">
          <SummaryLines view={loaded.posted} />
          <CartTotal view={loaded.posted} />
        </Card>
      ) : (
        !loaded.view && (
          <noscript>
            <Notice className="mb-5">
              <a href={logInPath} className="link">
                {t("cart.logIn")}
              </a>
            </Notice>
          </noscript>
        )
      )}
      {!view || view.rows.length === 0 ? (
        <EmptyState
          inCard
          className={isAdding ? "noscript:hidden" : ""}
          drawing={<TagDrawing />}
          title={isWaiting ? t("checkout.bringing") : t("cart.emptyTitle")}
          text={t("cart.emptyText")}
          actions={<ButtonLink to={href("/store")}>{t("cart.toStore")}</ButtonLink>}
        />
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
          <Card as="section" pad="none" className="px-5">
            <ul className="divide-y divide-line">
              {view.rows.map((row) => (
                <CartRow key={row.id} row={row} />
              ))}
            </ul>
          </Card>
          <Card as="section">
            <CartTotal view={view} />
          </Card>
        </div>
      )}
    </div>
  );
}
