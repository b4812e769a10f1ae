import { type RefObject, useEffect } from "react";

/** Address fields that are stored; the order's key, price and pets never are. */
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

function isField(element: unknown): element is HTMLInputElement | HTMLSelectElement {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
}

function write(user: string, form: HTMLFormElement): void {
  const fields = names.flatMap((name) => {
    const field = form.elements.namedItem(name);
    return isField(field) ? [[name, field.value] as const] : [];
  });
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
 * Stores the address typed into a form in sessionStorage, so that it survives a reload; other accounts do not see it.
 */
export function useStoredAddress(form: RefObject<HTMLFormElement | null>, user: string): void {
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const stored = read();
    for (const name of names) {
      const field = element.elements.namedItem(name);
      const value = stored?.user === user ? stored.fields?.[name] : undefined;
      if (isField(field) && typeof value === "string") field.value = value;
    }
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
