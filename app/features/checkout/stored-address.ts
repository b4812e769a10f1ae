import { type RefObject, useEffect } from "react";

/** Fields that are stored: the address and the shipping. The order's key, price and pets never are. */
const names = [
  "fullName",
  "phone",
  "country",
  "governorate",
  "state",
  "city",
  "address",
  "landmark",
  "zipCode",
  "keepAddress",
  "shipping",
] as const;

const storageKey = "checkout-address";

interface StoredAddress {
  user: string;
  fields: Record<string, string>;
}

function read(): StoredAddress | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
  } catch {
    return null;
  }
}

const isCheckbox = (field: Element | RadioNodeList): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === "checkbox";

function write(user: string, form: HTMLFormElement): void {
  const values = new FormData(form);
  const fields = names.map((name) => [name, String(values.get(name) ?? "")] as const);
  try {
    sessionStorage.setItem(
      storageKey,
      JSON.stringify({ user, fields: Object.fromEntries(fields) } satisfies StoredAddress),
    );
  } catch {
    // Without storage the address is kept only while the page is open.
  }
}

/**
 * Stores the address and shipping entered into a form in sessionStorage, so that they survive a reload; other accounts do
 * not see them.
 */
export function useStoredAddress(form: RefObject<HTMLFormElement | null>, user: string): void {
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const stored = read();
    for (const name of names) {
      const field = element.elements.namedItem(name);
      const value = stored?.user === user ? stored.fields?.[name] : undefined;
      if (!field || typeof value !== "string") continue;
      if (isCheckbox(field)) field.checked = value !== "";
      else if ("value" in field) field.value = value;
    }
    // The total depends on the shipping.
    element.dispatchEvent(new Event("change"));
    const keep = () => write(user, element);
    element.addEventListener("input", keep);
    return () => element.removeEventListener("input", keep);
  }, [form, user]);
}

/** Deletes the stored address once the order is placed. */
export function forgetAddress(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}
