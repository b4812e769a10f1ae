import { createHmac } from "node:crypto";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";

/** Security-relevant events of an account; each is one log entry. */
export type SecurityEvent =
  | "accountAsked"
  | "signedIn"
  | "signInFailed"
  | "signedOut"
  | "signedOutEverywhere"
  | "deviceSignedOut"
  | "resetAsked"
  | "passwordReset"
  | "passwordChanged"
  | "passwordWrong"
  | "addressConfirmed"
  | "emailChangeAsked"
  | "emailChanged"
  | "emailChangeStopped"
  | "twoFactorOn"
  | "twoFactorOff"
  | "recoveryCodeUsed"
  | "recoveryCodesRenewed"
  | "passkeyAdded"
  | "passkeyRemoved"
  | "notAnAdministrator";

const refusals: readonly SecurityEvent[] = [
  "signInFailed",
  "passwordWrong",
  "notAnAdministrator",
  "emailChangeStopped",
];

/**
 * Logs a security event: what, whose account (a pseudonym that only this installation can derive from its id), from
 * which network, and why. Never logs an address, a name or a password.
 */
export function recordSecurityEvent(
  { log, settings }: Pick<AppContext, "log" | "settings">,
  event: SecurityEvent,
  about: { userId?: string | undefined; address?: string; why?: string | undefined; id?: string } = {},
): void {
  const line = {
    event,
    who: about.userId && createPseudonym(settings.secret, about.userId),
    network: about.address && getNetwork(about.address),
    why: about.why,
    id: about.id,
  };
  if (refusals.includes(event)) log.warn(line, "security");
  else log.info(line, "security");
}

/** 16 hex digits of an HMAC, so that an operator can compute it with openssl alone. */
export const createPseudonym = (secret: string, userId: string) =>
  createHmac("sha256", secret).update(`log ${userId}`).digest("hex").slice(0, 16);
