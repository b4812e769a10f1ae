import { type RefObject, useEffect, useState } from "react";
import { useNavigation } from "react-router";

type Draft = [name: string, value: string][];

const never = new Set(["intent", "version", "removePhotos", "photos"]);

function read(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? "null");
    return Array.isArray(draft) && draft.length > 0 ? draft : null;
  } catch {
    return null;
  }
}

function write(key: string, draft: Draft | null): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch {
    // Storage may be switched off or full; the form itself still holds what was typed.
  }
}

/** Puts a draft into the form's fields as if it were typed there. */
function fill(form: HTMLFormElement, draft: Draft): void {
  for (const element of form.elements) {
    if (
      !(
        element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement
      )
    )
      continue;
    const values = draft.filter(([name]) => name === element.name).map(([, value]) => value);
    if (never.has(element.name) || !draft.some(([name]) => name === element.name)) {
      if (element instanceof HTMLInputElement && element.type === "checkbox" && !never.has(element.name))
        element.checked = false;
      continue;
    }
    if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio"))
      element.checked = values.includes(element.value);
    else if (element.type !== "hidden" && element.type !== "file") element.value = values[0] ?? "";
    element.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/**
 * Keeps what is typed into a new report on this device while the network is away or the tab is closed; once it was sent
 * the draft is gone. Photos are not kept. Returns whether an earlier draft was put back, and how to drop it.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, key: string | null, isAnswered: boolean) {
  const [isRestored, setRestored] = useState(false);
  const navigation = useNavigation();
  const isLeaving =
    navigation.state === "loading" &&
    navigation.formMethod === "POST" &&
    navigation.formAction !== `${navigation.location.pathname}${navigation.location.search}`;

  useEffect(() => {
    const element = form.current;
    if (!element || !key) return;
    const draft = isAnswered ? null : read(key);
    if (draft) {
      fill(element, draft);
      setRestored(true);
    }
    let timer: ReturnType<typeof setTimeout>;
    const keepNow = () => {
      clearTimeout(timer);
      const typed = [...new FormData(element)].filter(
        (entry): entry is [string, string] => typeof entry[1] === "string" && !never.has(entry[0]),
      );
      write(key, typed);
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
  }, [form, key, isAnswered]);

  useEffect(() => {
    if (isLeaving && key) write(key, null);
  }, [isLeaving, key]);

  return {
    isRestored,
    drop() {
      if (key) write(key, null);
      location.reload();
    },
  };
}
