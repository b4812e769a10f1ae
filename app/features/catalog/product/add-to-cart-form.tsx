import type { FormEvent, ReactNode } from "react";
import { href } from "react-router";
import { readAttributes } from "../attributes.ts";
import type { ListedProduct } from "../products.rules.ts";
import { addToCartFields, offerToCart } from "./add-to-cart.ts";

function wantedOf(form: FormData): number {
  const quantity = Number(form.get(addToCartFields.quantity) ?? 1);
  return Number.isSafeInteger(quantity) && quantity >= 1 ? quantity : 0;
}

/**
 * Puts a product into the cart. The cart of this browser takes it without leaving the page; where there is none, or a
 * choice is not complete, the form is posted and the server answers. An engraving that cannot be made, which its field
 * says already, leads back to the field.
 */
export function AddToCartForm({
  product,
  className,
  children,
}: {
  product: ListedProduct;
  className?: string;
  children: ReactNode;
}) {
  function add(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    const quantity = wantedOf(form);
    const read = readAttributes(product.options, Object.fromEntries(form));
    if ("problem" in read && read.field === "engraving") {
      event.preventDefault();
      const field = event.currentTarget.elements.namedItem(addToCartFields.engraving);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    if (quantity === 0 || !("attributes" in read)) return;
    if (offerToCart({ product, quantity, selectedAttributes: read.attributes })) event.preventDefault();
  }
  return (
    <form method="post" action={href("/cart")} onSubmit={add} className={className}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name={addToCartFields.product} value={product.id} />
      {children}
    </form>
  );
}
