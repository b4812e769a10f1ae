import { useCallback, useEffect, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { onAddToCart } from "#app/features/catalog/product/add-to-cart.ts";
import { nameIn, priceOf } from "#app/features/catalog/products.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";
import {
  addToCart,
  type CartAnswer,
  cartOnServer,
  cartState,
  changeLine,
  mergeCart,
  onCart,
  refreshCart,
  removeLine,
} from "./cart-store.ts";

/** The cart of this browser, as it is now in any of its tabs. */
export function useCart() {
  return useSyncExternalStore(onCart, cartState, cartOnServer);
}

/** Changes the cart and says so when that did not work, or not wholly. */
export function useCartActions() {
  const { t } = useTranslation();
  const user = useViewer().user?.id ?? null;
  const carry = useCallback(
    async (work: () => Promise<CartAnswer | null>): Promise<boolean> => {
      try {
        const answer = await work();
        if (answer?.refusal) showToast({ type: "error", title: answer.refusal });
        if (answer?.leftBehind) showToast({ type: "warning", title: t("cart.leftBehind") });
        if (answer?.isCapped) showToast({ type: "info", title: t("cart.capped") });
        return !answer?.refusal;
      } catch {
        showToast({ type: "error", title: t("cart.failed") });
        return false;
      }
    },
    [t],
  );
  return {
    change: (id: string, quantity: number) => carry(() => changeLine(user, id, quantity)),
    remove: (id: string) => carry(() => removeLine(user, id)),
    refresh: useCallback(() => carry(() => refreshCart(user).then(() => null)), [carry, user]),
    carry,
    user,
  };
}

/**
 * Keeps the cart of this browser: takes what product pages offer and, at sign-in, pours a visitor's cart into the
 * account's. `ready` fetches the cart's words first; `afterMerge` is called once the account's cart has changed.
 */
export function useCartKeeper(ready: () => Promise<void>, afterMerge: () => void): void {
  const { t } = useTranslation();
  const { language } = useViewer();
  const { carry, user } = useCartActions();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person who looks at the page
  useEffect(() => {
    void ready().then(() =>
      carry(async () => {
        const answer = await mergeCart(user);
        if (answer?.view) afterMerge();
        return answer;
      }),
    );
  }, [user]);

  useEffect(
    () =>
      onAddToCart(async ({ product, quantity, selectedAttributes }) => {
        await ready();
        const { id, sku, nameEn, nameAr, category, photoId, stock } = product;
        const offered = { id, sku, nameEn, nameAr, category, photoId, stock, payCents: priceOf(product) };
        const isAdded = await carry(() =>
          addToCart(user, { product: offered, quantity, attributes: selectedAttributes }),
        );
        if (isAdded)
          showToast({
            type: "success",
            title: t("cart.added"),
            description: t("cart.addedLine", { quantity, name: nameIn(language, product) }),
          });
      }),
    [carry, language, ready, t, user],
  );
}
