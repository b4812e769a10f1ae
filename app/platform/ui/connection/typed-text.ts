/** Storage key of what was typed on the pages of this tab, by history entry. */
const storageKey = "aleef-typed";
/** Number of pages whose text is kept. */
const maxPages = 10;
const textTypes = [
  "text",
  "search",
  "email",
  "tel",
  "url",
  "number",
  "date",
  "time",
  "datetime-local",
  "month",
  "color",
  "range",
];
/** Autofill tokens of secrets, which are never stored. */
const secretFields = /password|one-time-code|cc-/;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** One changed field: index of its form, name, index among the fields of that name, and its value or whether checked. */
type TypedField = [form: number, name: string, nth: number, value: string | boolean];

interface TypedPage {
  account: string | null;
  /** History entry and path. */
  page: string;
  fields: TypedField[];
}

const isToggle = (element: Control) => element.type === "checkbox" || element.type === "radio";

const isKept = (element: Element): element is Control =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement &&
    (isToggle(element) || textTypes.includes(element.type)) &&
    !secretFields.test(element.autocomplete));

/** Returns whether a user has changed a field since the page was rendered. */
export function isChanged(element: Element): boolean {
  if (element instanceof HTMLSelectElement)
    return [...element.options].some((option) => option.selected !== option.defaultSelected && option.defaultSelected);
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  if (!(element instanceof HTMLInputElement) || element.type === "hidden") return false;
  if (element.type === "file") return (element.files?.length ?? 0) > 0;
  if (element.type === "checkbox" || element.type === "radio") return element.checked !== element.defaultChecked;
  return element.value !== element.defaultValue;
}

/** Forms of the page that send something, in order. */
export const listForms = () => [...document.querySelectorAll<HTMLFormElement>('form[method="post"]')];

/** Calls `visit` for each field that can be kept, with its place. */
function eachField(visit: (element: Control, form: number, nth: number) => void): void {
  for (const [index, form] of listForms().entries()) {
    const seen = new Map<string, number>();
    for (const element of form.elements) {
      if (!isKept(element) || !element.name) continue;
      const nth = seen.get(element.name) ?? 0;
      seen.set(element.name, nth + 1);
      visit(element, index, nth);
    }
  }
}

function readTyped(): TypedField[] {
  const fields: TypedField[] = [];
  eachField((element, form, nth) => {
    if (isChanged(element))
      fields.push([form, element.name, nth, isToggle(element) ? (element as HTMLInputElement).checked : element.value]);
  });
  return fields;
}

/** Sets a field as a user would, so that components that follow it notice. */
function setField(element: Control, value: string | boolean): void {
  if (typeof value === "boolean") {
    // Selecting another radio button deselects the former one.
    if ((element as HTMLInputElement).checked !== value && (value || element.type === "checkbox")) element.click();
    return;
  }
  // React overrides the property of each element to detect changes made by scripts.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value") ?? {};
  set?.call(element, value);
  for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
}

function readPages(account: string | null): TypedPage[] {
  try {
    const pages: TypedPage[] = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return pages.filter((page) => page.account === account);
  } catch {
    // Storage is disabled, or holds something else.
    return [];
  }
}

function writePages(pages: TypedPage[]): void {
  try {
    if (pages.length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(pages.slice(-maxPages)));
  } catch {
    // Storage is disabled or full: the text is lost with its page.
  }
}

/** The page that is shown; null while it is not known, or after what was typed on it was sent. */
let shown: { account: string | null; page: string } | null = null;

/**
 * What was typed on the pages of this tab, without passwords, codes and files, until the browser returns to the same
 * history entry. One store for all forms: a page that is left because code or data cannot be had loses no text.
 */
export const typedText = {
  /** Names the page that is shown now and fills in what was typed on it before. */
  show(account: string | null, page: string): void {
    shown = { account, page };
    const pages = readPages(account);
    const found = pages.find((one) => one.page === page);
    writePages(pages.filter((one) => one !== found));
    if (!found) return;
    eachField((element, form, nth) => {
      const field = found.fields.find(
        ([index, name, place]) => index === form && name === element.name && place === nth,
      );
      if (field && !isChanged(element)) setField(element, field[3]);
    });
  },
  /** Stores what is typed on the shown page; nothing if nothing is. */
  keep(): void {
    if (!shown) return;
    const { account, page } = shown;
    const fields = readTyped();
    const others = readPages(account).filter((one) => one.page !== page);
    writePages(fields.length > 0 ? [...others, { account, page, fields }] : others);
  },
  /** Forgets what was typed on the shown page: it was sent. */
  forget(): void {
    if (!shown) return;
    const { account, page } = shown;
    writePages(readPages(account).filter((one) => one.page !== page));
    shown = null;
  },
};
