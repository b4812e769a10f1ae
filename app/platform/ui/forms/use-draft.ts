import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useRouteLoaderData } from "react-router";
import { reloadDocument } from "../connection/document-load.ts";
import { type Draft, drafts, keyOf, onFormAccepted } from "./drafts.ts";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Returns the fields that a user fills in; hidden fields belong to the page, and files cannot be restored. */
function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement && !["hidden", "file", "submit"].includes(element.type)) ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement,
  );
}

function readDraft(form: HTMLFormElement): Draft {
  const names = new Set(controlsOf(form).map(({ name }) => name));
  return [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && names.has(entry[0]),
  );
}

/** Fills the form's fields with a draft as if it were typed. */
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

/** Returns the account's draft of a form. What a visitor typed before signing in becomes the account's. */
function takeDraft(account: string | null, name: string): Draft | null {
  const own = drafts.read(account, name);
  const visitors = account && !own ? drafts.read(null, name) : null;
  if (!visitors) return own;
  drafts.write(account, name, visitors);
  drafts.forget(null, name);
  return visitors;
}

interface StoredDraft {
  /** Name of the form; null if nothing should be kept. */
  name: string | null;
  /** Whether the form was returned by the server and shows what was submitted. */
  isAnswered: boolean;
  /** Called before restoring, to add the entries of a list to be filled. */
  prepare?: ((draft: Draft) => void) | undefined;
}

/**
 * Stores what is typed into a new entry on this device, in case the network fails or the tab is closed; deletes the
 * draft once the form was accepted. Photos are not stored. Returns whether a draft was restored, and a function to
 * discard it.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, { name, isAnswered, prepare }: StoredDraft) {
  const root = useRouteLoaderData("root") as { viewer?: { user: { id: string } | null } } | undefined;
  const account = root?.viewer?.user?.id ?? null;
  const [isRestored, setRestored] = useState(false);
  const [isReady, setReady] = useState(false);
  const draft = useRef<Draft>(null);
  const prepareList = useEffectEvent((restored: Draft) => prepare?.(restored));
  const { pathname, search } = useLocation();

  useEffect(() => {
    const element = form.current;
    if (!element || !name) return;
    draft.current = isAnswered ? null : takeDraft(account, name);
    if (draft.current) {
      prepareList(draft.current);
      fill(element, draft.current);
      setRestored(true);
    } else setReady(true);
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Another tab has sent this entry or discarded it. Stored again, it would return in the next new form.
    let isOver = false;
    const listenToOtherTabs = ({ key, newValue }: StorageEvent) => {
      if (key !== keyOf(account, name) || newValue !== null) return;
      clearTimeout(timer);
      timer = undefined;
      isOver = true;
    };
    addEventListener("storage", listenToOtherTabs);
    const saveNow = () => {
      clearTimeout(timer);
      timer = undefined;
      drafts.write(account, name, readDraft(element));
    };
    const saveWaiting = () => {
      if (timer) saveNow();
    };
    const saveLater = () => {
      clearTimeout(timer);
      if (!isOver) timer = setTimeout(saveNow, 400);
    };
    element.addEventListener("input", saveLater);
    // If the network fails, submitting removes the form from the page before the timer fires.
    element.addEventListener("submit", saveNow);
    addEventListener("pagehide", saveWaiting);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", saveWaiting);
      removeEventListener("storage", listenToOtherTabs);
      element.removeEventListener("input", saveLater);
      element.removeEventListener("submit", saveNow);
    };
  }, [form, account, name, isAnswered]);

  // Fills the form again, because one value may have made it show other fields.
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
    /** Whether a stored draft, if any, has been restored. */
    isReady,
    drop() {
      if (name) drafts.forget(account, name);
      reloadDocument({ keepsText: false });
    },
  };
}
