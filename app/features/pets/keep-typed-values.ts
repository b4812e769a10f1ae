import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * `shouldRevalidate` of form pages: prevents a background reload while the user is typing. Changes made elsewhere, or
 * lost access, are reported on saving, with the typed values kept.
 */
export function keepTypedValues({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isBackgroundReload = !formMethod && currentUrl.href === nextUrl.href;
  return isBackgroundReload ? false : defaultShouldRevalidate;
}
