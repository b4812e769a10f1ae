// Readers of Arabic would see the parts of a tag's code in the wrong order.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WithCodes } from "./ltr.tsx";

test("a sentence's codes are marked, and the sentence is unchanged", () => {
  const sentence = "\u2068Mona\u2069 asks: \u2066ALP-000003\u2069 of \u2068Salma\u2069, \u2066AL-26-7\u2069 too";
  const html = renderToStaticMarkup(createElement("p", null, WithCodes({ children: sentence })));
  expect(html.replace(/<[^>]+>/g, "")).toBe(sentence);
  const codes = html.split("<bdi").slice(1);
  expect(codes.map((part) => part.replace(/^[^>]*>|<\/bdi>.*$/g, ""))).toEqual([
    "\u2066ALP-000003\u2069",
    "\u2066AL-26-7\u2069",
  ]);
});
