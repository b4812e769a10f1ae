import type { ComponentProps } from "react";
import type { Attributes } from "../products.rules.ts";
import { EngravedTag } from "./engraved-tag.tsx";
import { ProductPicture } from "./product-picture.tsx";

type ChosenPictureProps = Omit<ComponentProps<typeof ProductPicture>, "photoId" | "category" | "alt"> & {
  product: Pick<ComponentProps<typeof ProductPicture>, "photoId" | "category">;
  attributes: Attributes;
};

/** A product as somebody chose it, as decoration beside its name: an engraved tag shows its engraving. */
export function ChosenPicture({ product, attributes, ...rest }: ChosenPictureProps) {
  const { color, engraving } = attributes;
  if (product.category !== "tags" || !engraving)
    return <ProductPicture {...rest} photoId={product.photoId} category={product.category} alt="" />;
  return (
    <span aria-hidden className="grid size-full place-items-center product-ground">
      <EngravedTag color={color ?? "silver"} text={engraving} className="h-[92%] w-auto" />
    </span>
  );
}
