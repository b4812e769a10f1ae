import ShoppingCart from "lucide-react/icons/shopping-cart";
import { lazy, type MouseEvent, Suspense, useState } from "react";
import { href, Link, useLocation, useNavigate, useRouteLoaderData } from "react-router";
import { useOffersToCart, useVisitorCart } from "#app/features/cart/use-cart.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { BadgeCount } from "#app/platform/ui/badge-count.tsx";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { Sheet } from "#app/platform/ui/overlays/sheet.tsx";
import { Spinner } from "#app/platform/ui/spinner.tsx";
import { loadNamespaces } from "../../locales/load-namespaces.ts";

const fetchContents = () => import("#app/features/cart/cart-contents.tsx");
const CartContents = lazy(fetchContents);
const cartNamespaces = ["store", "cart", "checkout", "orders"] as const;
const cartWords = () => loadNamespaces(cartNamespaces);

/** Cart link with the number of items; with JavaScript, opens a sheet at the side of the page. */
export function CartButton() {
  const { t, format } = useViewer();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { lines } = useVisitorCart();
  const layout = useRouteLoaderData("layouts/site/site-layout") as { cartCount: number | null } | undefined;
  const [isOpen, setOpen] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  useOffersToCart(cartWords);
  const count = layout?.cartCount ?? lines.reduce((sum, { quantity }) => sum + quantity, 0);

  async function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || pathname === "/cart") return;
    event.preventDefault();
    try {
      await Promise.all([loadNamespaces(cartNamespaces), fetchContents()]);
      setDrawn(true);
      setOpen(true);
    } catch {
      await navigate(href("/cart"));
    }
  }
  return (
    <>
      <Link to={href("/cart")} onClick={open} className={buttonClass({ variant: "quiet", size: "sm", square: true })}>
        <ShoppingCart aria-hidden className="size-5" />
        <span className="sr-only">{t("shell.cart.open")}</span>
        <BadgeCount
          count={count}
          label={t("shell.cart.count", { count })}
          format={(pieces) => format.number(pieces)}
          className="absolute -end-0.5 -top-0.5"
        />
      </Link>
      <Sheet
        side="end"
        open={isOpen}
        onOpenChange={setOpen}
        title={t("shell.cart.title")}
        closeLabel={t("shell.cart.close")}
      >
        {isDrawn && (
          <Suspense fallback={<Spinner />}>
            <CartContents />
          </Suspense>
        )}
      </Sheet>
    </>
  );
}
