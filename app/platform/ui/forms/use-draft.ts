import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { type Draft, drafts, onFormAccepted } from "./drafts.ts";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fields that a person fills in: hidden ones belong to the page, and files cannot be put back. */
function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement && !["hidden", "file", "submit"].includes(element.type)) ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement,
  );
}

function typedInto(form: HTMLFormElement): Draft {
  const names = new Set(controlsOf(form).map(({ name }) => name));
  return [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && names.has(entry[0]),
  );
}

/** Puts a draft into the form's fields as if it were typed there. */
function fill(form: HTMLFormElement, draft: Draft): void {
  for (const element of controlsOf(form)) {
    const values = draft.filter(([name]) => name === element.name).map(([, value]) => value);
    if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio"))
      element.checked = values.includes(element.value);
    else if (values[0] === undefined) continue;
    else element.value = values[0];
    element.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

interface StoredDraft {
  /** Whose draft it is; null for a visitor. */
  account: string | null;
  /** Which form it is of; null where nothing is kept. */
  name: string | null;
  /** The form came back from the server, and shows what was sent. */
  isAnswered: boolean;
  /** Makes room for what is put back, before it is: a list's entries. */
  prepare?: (draft: Draft) => void;
}

/**
 * Keeps what is typed into a new entry on this device while the network is away or the tab is closed; once it was sent
 * the draft is gone. Photos are not kept. Returns whether an earlier draft was put back, and how to drop it.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, { account, name, isAnswered, prepare }: StoredDraft) {
  const [isRestored, setRestored] = useState(false);
  const [isReady, setReady] = useState(false);
  const draft = useRef<Draft>(null);
  const before = useRef(prepare);
  before.current = prepare;
  const { pathname, search } = useLocation();

  useEffect(() => {
    const element = form.current;
    if (!element || !name) return;
    draft.current = isAnswered ? null : drafts.read(account, name);
    if (draft.current) {
      before.current?.(draft.current);
      fill(element, draft.current);
      setRestored(true);
    } else setReady(true);
    let timer: ReturnType<typeof setTimeout>;
    const keepNow = () => {
      clearTimeout(timer);
      drafts.write(account, name, typedInto(element));
    };
    const keep = () => {
      clearTimeout(timer);
      timer = setTimeout(keepNow, 400);
    };
    element.addEventListener("input", keep);
    // Where the network fails, sending takes the form off the page before the pause is over.
    element.addEventListener("submit", keepNow);
    return () => {
      clearTimeout(timer);
      element.removeEventListener("input", keep);
      element.removeEventListener("submit", keepNow);
    };
  }, [form, account, name, isAnswered]);

  // Once more where one answer made the form show other fields.
  useEffect(() => {
    if (!isRestored || !form.current || !draft.current) return;
    fill(form.current, draft.current);
    draft.current = null;
    setReady(true);
  }, [form, isRestored]);

  useEffect(
    () =>
      onFormAccepted((path) => {
        if (path === `${pathname}${search}` && name) drafts.forget(account, name);
      }),
    [account, name, pathname, search],
  );

  return {
    isRestored,
    /** What was kept, if anything, is back in the form. */
    isReady,
    drop() {
      if (name) drafts.forget(account, name);
      location.reload();
    },
  };
}
