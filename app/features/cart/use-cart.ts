import { useCallback, useEffect, useSyncExternalStore } from "react";
import { href, useFetcher, useRevalidator } from "react-router";
import { nameIn, priceOf } from "#app/features/catalog/products.rules.ts";
import { onAddToCart } from "#app/features/catalog/store/add-to-cart.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { photoUrl } from "#app/platform/files/photos.ts";
import { setUnsentReason } from "#app/platform/ui/connection/unsent-form.ts";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";
import { type CartAnswer, changeAccountCart } from "./account-cart.ts";
import type { Wanted } from "./cart.rules.ts";
import type { CartProduct, CartRow, CartView } from "./cart-view.rules.ts";
import type { Choice } from "./stored-cart.ts";
import {
  addToVisitorCart,
  changeVisitorLine,
  findPostedProduct,
  getServerCart,
  getVisitorCart,
  mergeVisitorCart,
  quoteVisitorCart,
  removeVisitorLine,
  subscribeToVisitorCart,
} from "./visitor-cart.ts";

/** Milliseconds for which a removal can be undone. */
const undoMs = 8000;

/** Returns the visitor's cart of this browser and re-renders when any tab changes it. */
export function useVisitorCart() {
  return useSyncExternalStore(subscribeToVisitorCart, getVisitorCart, getServerCart);
}

/**
 * Returns the cart with the server's current prices and stock, null until they are received. `loaded` is an account's
 * cart if the page has loaded it; otherwise it is fetched here.
 */
export function useCartView(loaded?: CartView | null): CartView | null {
  const { user } = useViewer();
  const isVisitor = user === null;
  const { lines, view } = useVisitorCart();
  const { runChange } = useCartActions();
  const { load, data } = useFetcher<CartAnswer>({ key: "cart" });
  const isFetched = !isVisitor && !loaded;
  useEffect(() => {
    if (isFetched) void load(href("/cart/lines"));
  }, [isFetched, load]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the lines have changed
  useEffect(() => {
    if (isVisitor) void runChange(() => quoteVisitorCart().then(() => null));
  }, [isVisitor, lines, runChange]);
  if (!isVisitor) return loaded ?? data?.view ?? null;
  return lines.length > 0 ? view : emptyView;
}

const emptyView: CartView = { rows: [], subtotalCents: 0, count: 0, isReady: false };

/** Returns functions that change the cart and show a toast when that fails or succeeds only partly. */
export function useCartActions() {
  const { t, language, user } = useViewer();
  const { revalidate } = useRevalidator();
  const isAccount = user !== null;
  /** Returns whether the change was made completely. An account's cart is loaded again. */
  const runChange = useCallback(
    async (work: () => CartAnswer | null | Promise<CartAnswer | null>): Promise<boolean> => {
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
        if (isAccount && answer && !answer.isSignedOut) await revalidate();
        return !answer?.refusal && !answer?.isCapped;
      } catch {
        showToast({ type: "error", title: t("cart.failed") });
        return false;
      }
    },
    [t, isAccount, revalidate],
  );
  const add = useCallback(
    (wanted: Choice) => {
      if (!isAccount) return addToVisitorCart(wanted);
      const { product, ...choice } = wanted;
      return changeAccountCart({ intent: "add", line: { ...choice, productId: product.id } });
    },
    [isAccount],
  );
  const showAdded = useCallback(
    ({ product, quantity, attributes }: Choice) =>
      showToast({
        type: "success",
        title: t("cart.added"),
        description: t("cart.addedLine", { quantity, name: nameIn(language, product) }),
        detail: attributes.engraving && t("cart.engraved", { text: `\u2068${attributes.engraving}\u2069` }),
        picture: product.photoId ? photoUrl(product.photoId, 160) : undefined,
        link: location.pathname === href("/cart") ? undefined : { label: t("cart.viewCart"), to: href("/cart") },
      }),
    [t, language],
  );
  return {
    add,
    /** Adds a choice that was posted before the scripts had run. Returns false if it is kept for another attempt. */
    addPosted: async (line: Wanted): Promise<boolean> => {
      let product: CartProduct | undefined;
      let isAnswered = false;
      const isAdded = await runChange(async () => {
        product = await findPostedProduct(line);
        const answer = product ? await add({ product, quantity: line.quantity, attributes: line.attributes }) : {};
        isAnswered = true;
        return answer;
      });
      if (isAdded && product) showAdded({ ...line, product });
      return isAnswered;
    },
    change: (lineId: string, quantity: number) =>
      runChange(() =>
        isAccount ? changeAccountCart({ intent: "change", lineId, quantity }) : changeVisitorLine(lineId, quantity),
      ),
    /** Removes a line; the toast offers to undo it. */
    remove: async (row: CartRow) => {
      const { id: lineId, product, quantity, attributes } = row;
      const removed = await runChange(() =>
        isAccount ? changeAccountCart({ intent: "remove", lineId }) : removeVisitorLine(lineId),
      );
      if (!removed) return;
      const putBack = () => void runChange(() => add({ product, quantity, attributes }));
      const action = { label: t("cart.undo"), onPress: putBack };
      showToast({ type: "info", title: t("cart.removed"), action, duration: undoMs });
    },
    runChange,
    showAdded,
  };
}

/**
 * Adds what product pages offer. `ready` loads the cart's translations first.
 */
export function useOffersToCart(ready: () => Promise<void>): void {
  const { add, runChange, showAdded } = useCartActions();
  useEffect(
    () =>
      onAddToCart(async ({ product, quantity, selectedAttributes: attributes }) => {
        try {
          await ready();
        } catch {
          return setUnsentReason("noAnswer");
        }
        const { id, sku, nameEn, nameAr, category, photoId, stock } = product;
        const offered = { id, sku, nameEn, nameAr, category, photoId, stock, payCents: priceOf(product) };
        const isAdded = await runChange(() => add({ product: offered, quantity, attributes }));
        if (isAdded) showAdded({ product: offered, quantity, attributes });
      }),
    [add, runChange, showAdded, ready],
  );
}

/** Merges a visitor's cart into the account's once the viewer is signed in. `ready` loads the cart's translations first. */
export function useCartMerge(ready: () => Promise<void>): void {
  const { user } = useViewer();
  const { runChange } = useCartActions();
  const userId = user?.id;
  useEffect(() => {
    if (!userId || getVisitorCart().lines.length === 0) return;
    // Without its words, the next page merges it.
    ready().then(
      () => runChange(mergeVisitorCart),
      () => undefined,
    );
  }, [userId, ready, runChange]);
}
