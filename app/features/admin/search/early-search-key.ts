/** Set as `window.onkeydown` until the panel's search is ready. */
interface EarlyHandler {
  isPressed?: boolean;
}

/** Inline script of the panel's pages: remembers that Ctrl+K or Cmd+K was pressed before the scripts have run. */
export const earlySearchKey =
  'onkeydown=function(e){(e.ctrlKey||e.metaKey)&&!e.altKey&&!e.shiftKey&&(/^k$/i.test(e.key)||e.key>"~"&&e.code=="KeyK")&&(e.preventDefault(),onkeydown.isPressed=true)}';

/** Returns whether the search was asked for before the scripts ran, and ends the watching. */
export function takeEarlySearchKey(): boolean {
  const { isPressed = false } = (window.onkeydown ?? {}) as EarlyHandler;
  window.onkeydown = null;
  return isPressed;
}
