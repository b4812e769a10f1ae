import type { FormEvent, ReactNode } from "react";
import { href } from "react-router";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { readAttributes } from "../attributes.ts";
import type { ListedProduct } from "../products.rules.ts";
import { addToCartFields, offerToCart } from "./add-to-cart.ts";

function wantedOf(form: FormData): number {
  const quantity = Number(foldDigits(String(form.get(addToCartFields.quantity) ?? 1)));
  return Number.isSafeInteger(quantity) && quantity >= 1 ? quantity : 0;
}

/**
 * Form that adds a product to the cart. The browser's cart takes it without leaving the page; without JavaScript, or
 * when a choice is missing, the form is posted and the server responds. An invalid quantity or engraving, which its
 * field already reports, moves the focus to the field.
 */
export function AddToCartForm({
  product,
  id,
  className,
  children,
}: {
  product: ListedProduct;
  id?: string;
  className?: string;
  children: ReactNode;
}) {
  function add(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    const quantity = wantedOf(form);
    const read = readAttributes(product.options, Object.fromEntries(form));
    const isUnengravable = "problem" in read && read.field === "engraving";
    if (quantity === 0 || isUnengravable) {
      event.preventDefault();
      const name = isUnengravable ? addToCartFields.engraving : addToCartFields.quantity;
      const field = event.currentTarget.elements.namedItem(name);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    if (!("attributes" in read)) return;
    if (offerToCart({ product, quantity, selectedAttributes: read.attributes })) event.preventDefault();
  }
  return (
    <form id={id} method="post" action={href("/cart")} onSubmit={add} className={className}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name={addToCartFields.product} value={product.id} />
      {children}
    </form>
  );
}
