import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * A form's page is not fetched anew behind the one who types: what changed elsewhere, or that they may no longer, is told
 * when they save, with what they typed still before them.
 */
export function keepTypedValues({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isBehindTheirBack = !formMethod && currentUrl.href === nextUrl.href;
  return isBehindTheirBack ? false : defaultShouldRevalidate;
}
