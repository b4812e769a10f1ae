import { useSyncExternalStore } from "react";

const never = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
const unknown = () => "";

/** Hidden field `timeZone` with the browser's IANA time zone; empty in the server's page and without JavaScript. */
export function BrowserZoneInput() {
  return <input type="hidden" name="timeZone" value={useSyncExternalStore(never, browserZone, unknown)} />;
}
