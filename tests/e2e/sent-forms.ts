/** Attribute of the button that `markNextButton` has found. */
export const nextButton = "[data-test-next]";

/**
 * Marks the first visible button in the page's content that sends a form and is none of `pressed`; returns what tells it
 * from others, or null if all were pressed.
 */
export function markNextButton(pressed: string[]): string | null {
  for (const old of document.querySelectorAll("[data-test-next]")) old.removeAttribute("data-test-next");
  const all = document.querySelectorAll('main form[method="post"] button:not([type="button"], [type="reset"])');
  for (const button of all as NodeListOf<HTMLButtonElement>) {
    const { form, name, value, disabled } = button;
    const isSeen = button.checkVisibility({ visibilityProperty: true }) && !button.closest("[aria-hidden], [inert]");
    // Language and theme change at once and are sent afterwards; Conform's buttons move and remove rows of the form.
    if (!form || !isSeen || disabled || form.action.includes("/set-") || name === "__intent__") continue;
    const intent = [...form.querySelectorAll("input")].find((one) => one.name === "intent")?.value;
    const identity = `${intent} ${name} ${name === "intent" ? value : ""}`;
    if (pressed.includes(identity)) continue;
    button.setAttribute("data-test-next", "");
    return identity;
  }
  return null;
}

/**
 * Types into the empty text fields of the marked button's form; returns what its text fields contain, or null if the
 * button is gone. Without `doesType` it only reads.
 */
export function typeIntoForm(doesType: boolean): string[] | null {
  const form = document.querySelector<HTMLButtonElement>("[data-test-next]")?.form;
  if (!form) return null;
  form.noValidate = true;
  const texts = ["text", "search", "email", "tel", "password", "textarea"];
  const fields = ([...form.elements] as (HTMLInputElement | HTMLTextAreaElement)[]).filter(
    (one) => texts.includes(one.type) && !one.readOnly && !one.disabled && one.checkVisibility(),
  );
  for (const field of doesType ? fields : []) {
    if (field.value) continue;
    // React overrides the setter of the element itself.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, "7 typed");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return fields.map(({ name, value }) => `${name}: ${value}`);
}
