// A buyer who chooses gold would be shown the picture of rose gold.
import { expect, test } from "vitest";
import { findPictureOf } from "./product-colors.ts";
import type { Color, ProductOption } from "./products.rules.ts";

const picture = (altEn: string) => ({ altEn });
const colored = (...values: Color[]): ProductOption[] => [{ name: "color", values }];

test("a colour's picture is the first whose description names it", () => {
  const pictures = ["The leash in teal", "The leash in Coral", "A coral leash"].map(picture);
  expect(findPictureOf({ pictures, options: colored("teal", "coral", "brown") }, "coral")).toBe(pictures[1]);
  expect(findPictureOf({ pictures, options: colored("teal", "coral", "brown") }, "brown")).toBeUndefined();
});

test("the first picture stands for the first colour; rose gold and marigold are not gold", () => {
  const pictures = ["A marigold leash", "The tag in rose gold", "The tag in gold"].map(picture);
  const product = { pictures, options: colored("silver", "gold", "rose") };
  expect(findPictureOf(product, "silver")).toBe(pictures[0]);
  expect(findPictureOf(product, "gold")).toBe(pictures[2]);
  expect(findPictureOf(product, "rose")).toBe(pictures[1]);
});
