import { useEffect } from "react";
import { isTyping } from "./use-list-keys.ts";

/**
 * A press of one key presses the button or link of the page that names it in `aria-keyshortcuts`; nothing while something
 * is typed, a dialog is open, a modifier is held or the key is held down.
 */
export function useButtonKeys(): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
      if (!/^[a-z]$/.test(event.key) || document.querySelector("dialog[open], [role=dialog]")) return;
      const target = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${event.key}"]`);
      if (!target || target.getAttribute("aria-disabled") === "true") return;
      event.preventDefault();
      target.click();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
