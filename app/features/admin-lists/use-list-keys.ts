import { type RefObject, useEffect } from "react";
import { shortcutKeyOf } from "./shortcuts.tsx";

/** Whether the key press goes to a field or a dialog. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest("input:not([type=checkbox]), textarea, select, [contenteditable], dialog") !== null;

/**
 * Adds keyboard shortcuts to a list: `j` and `k` focus the link of the next and previous row, `x` selects the row, the key
 * in `aria-keyshortcuts` of one of its buttons clicks that, and `/` focuses the search field. Inactive while the user is typing, a dialog is open or a modifier is held.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !list.current) return;
      if (document.querySelector("dialog[open], [role=dialog]")) return;
      const key = shortcutKeyOf(event);
      if (key === "/") {
        const search = list.current.querySelector<HTMLInputElement>("input[type=search]");
        if (!search) return;
        event.preventDefault();
        search.select();
        search.focus();
        return;
      }
      const rows = [...list.current.querySelectorAll<HTMLElement>("tbody tr, ul > li[data-row]")];
      const current = rows.findIndex((row) => row.contains(document.activeElement));
      if (key === "x") {
        rows[current]?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
        return;
      }
      if (/^[a-z]$/.test(key) && key !== "j" && key !== "k")
        rows[current]?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click();
      if (key !== "j" && key !== "k") return;
      const next = rows[key === "j" ? current + 1 : Math.max(0, current - 1)];
      const link = next?.querySelector<HTMLElement>("a[href]") ?? next?.querySelector<HTMLElement>("button, input");
      link?.focus();
      link?.scrollIntoView({ block: "nearest" });
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [list]);
}

/**
 * Adds single-key shortcuts: a key clicks the button or link that names it in `aria-keyshortcuts`. Inactive while the
 * user is typing, a dialog is open, a modifier is held or the key repeats.
 */
export function useButtonKeys(): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
      const key = shortcutKeyOf(event);
      if (!/^[a-z]$/.test(key) || event.shiftKey || document.querySelector("dialog[open], [role=dialog]")) return;
      const target = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
      if (!target || target.getAttribute("aria-disabled") === "true") return;
      event.preventDefault();
      target.click();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
