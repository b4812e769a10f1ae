import { parse, serialize } from "hono/utils/cookie";

const waitingName = "waiting-number";
const halfAnHour = 1800;

/** Remembers in this browser only which number waits for its code; an empty one ends that. */
export function createWaitingNumberCookie(number: string, secure: boolean): string {
  const maxAge = number ? halfAnHour : 0;
  return serialize(waitingName, number, { path: "/auth", httpOnly: true, sameSite: "Lax", maxAge, secure });
}

/** The number (E.164) to which this browser asked a code, or null. */
export function readWaitingNumber(request: Request): string | null {
  const kept = parse(request.headers.get("cookie") ?? "", waitingName)[waitingName];
  return kept && /^\+\d{7,15}$/.test(kept) ? kept : null;
}
