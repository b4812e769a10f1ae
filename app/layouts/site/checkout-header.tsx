import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Logo } from "#app/platform/ui/logo.tsx";
import { LanguageSwitch } from "../language-switch.tsx";
import { CartButton } from "./cart-button.tsx";

/** The top bar of the checkout: nothing in it leads away but the logo and the cart. */
export function CheckoutHeader() {
  const { t } = useTranslation();
  return (
    <header className="border-b border-line bg-paper print:hidden">
      <div className="wrap flex items-center gap-x-2 py-2">
        <Link to="/" aria-label={t("shell.homeLink")} className="me-auto flex min-w-0 rounded-1 py-1.5">
          <Logo word={t("shell.name")} />
        </Link>
        <CartButton isEditing />
        <LanguageSwitch />
      </div>
    </header>
  );
}
