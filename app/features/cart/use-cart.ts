import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { href } from "react-router";
import { nameIn, priceOf } from "#app/features/catalog/products.rules.ts";
import { onAddToCart } from "#app/features/catalog/store/add-to-cart.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";
import {
  addPostedLine,
  addToCart,
  type CartAnswer,
  changeLine,
  getCartState,
  getServerCartState,
  handOverCart,
  mergeCart,
  refreshCart,
  removeLine,
  subscribeToCart,
} from "./cart-store.ts";
import type { CartProduct, CartRow } from "./cart-view.rules.ts";
import type { PostedLine } from "./posted-line.ts";

/** Milliseconds for which a removal can be undone. */
const undoMs = 8000;

/** Returns the cart of this browser and re-renders when any tab changes it. */
export function useCart() {
  return useSyncExternalStore(subscribeToCart, getCartState, getServerCartState);
}

/** Returns functions that change the cart and show a toast when that fails or succeeds only partly. */
export function useCartActions() {
  const t = useT();
  const { language, user: viewer } = useViewer();
  const user = viewer?.id ?? null;
  const runChange = useCallback(
    async (work: () => Promise<CartAnswer | null>): Promise<boolean> => {
      try {
        const answer = await work();
        if (answer?.refusal) {
          const to = `${href("/auth")}?to=${encodeURIComponent(location.pathname + location.search)}`;
          const link = answer.isSignedOut ? { label: t("offline.logIn"), to } : undefined;
          showToast({ type: "error", title: answer.refusal, link });
        }
        if (answer?.leftBehind) showToast({ type: "warning", title: t("cart.leftBehind") });
        if (answer?.isCapped) {
          const { most, stock = 0 } = answer;
          const title = most ? t("cart.mostPieces", { most }) : t("cart.capped", { count: stock });
          showToast({ type: "warning", title });
        }
        return !answer?.refusal && !answer?.isCapped;
      } catch {
        showToast({ type: "error", title: t("cart.failed") });
        return false;
      }
    },
    [t],
  );
  const putBack = ({ product, quantity, attributes }: CartRow) =>
    runChange(async () => {
      const answer = await addToCart(user, { product, quantity, attributes });
      await refreshCart(user);
      return answer;
    });
  const showAdded = useCallback(
    (quantity: number, product: Pick<CartProduct, "nameEn" | "nameAr">) =>
      showToast({
        type: "success",
        title: t("cart.added"),
        description: t("cart.addedLine", { quantity, name: nameIn(language, product) }),
      }),
    [t, language],
  );
  return {
    /** Adds a choice that was posted before the scripts had run. Returns false if it is kept for another attempt. */
    addPosted: async (line: PostedLine): Promise<boolean> => {
      let answer: Awaited<ReturnType<typeof addPostedLine>> | undefined;
      const isAdded = await runChange(async () => {
        answer = await addPostedLine(user, line);
        await refreshCart(user);
        return answer;
      });
      if (isAdded && answer?.product) showAdded(line.quantity, answer.product);
      return answer !== undefined;
    },
    change: (id: string, quantity: number) => runChange(() => changeLine(user, id, quantity)),
    /** Removes a line; the toast offers to undo it. */
    remove: async (row: CartRow) => {
      if (!(await runChange(() => removeLine(user, row.id)))) return;
      const action = { label: t("cart.undo"), onPress: () => void putBack(row) };
      showToast({ type: "info", title: t("cart.removed"), action, duration: undoMs });
    },
    refresh: useCallback(() => runChange(() => refreshCart(user).then(() => null)), [runChange, user]),
    runChange,
    showAdded,
    user,
  };
}

/**
 * Maintains the cart of this browser: adds what product pages offer and, at sign-in, merges a visitor's cart into the
 * account's. `ready` loads the cart's translations first; `afterMerge` is called once the account's cart has changed.
 */
export function useCartSync(ready: () => Promise<void>, afterMerge: () => void): void {
  const { runChange, showAdded, user } = useCartActions();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per viewer of the page
  useEffect(() => {
    void ready().then(() =>
      runChange(async () => {
        const answer = await mergeCart(user);
        if (answer?.view) afterMerge();
        return answer;
      }),
    );
  }, [user]);

  const runLast = useRef(runChange);
  runLast.current = runChange;
  useEffect(
    () => () => {
      // Signing in has led to pages without a cart. Unmerged, the cart would be that of whoever signs in next.
      if (/^\/(dashboard|admin)(\/|$)/.test(location.pathname)) void ready().then(() => runLast.current(handOverCart));
    },
    [ready],
  );

  useEffect(
    () =>
      onAddToCart(async ({ product, quantity, selectedAttributes }) => {
        await ready();
        const { id, sku, nameEn, nameAr, category, photoId, stock } = product;
        const offered = { id, sku, nameEn, nameAr, category, photoId, stock, payCents: priceOf(product) };
        const isAdded = await runChange(() =>
          addToCart(user, { product: offered, quantity, attributes: selectedAttributes }),
        );
        if (isAdded) showAdded(quantity, product);
      }),
    [runChange, showAdded, ready, user],
  );
}
