import { AppError } from "#app/platform/app-error.server.ts";
import { type Actor, isAdmin } from "./users.rules.ts";

/**
 * Throws `accounts.adminRequired` (403) unless the actor is an administrator. Commands call it regardless of the
 * route's guard.
 */
export function requireAdmin(actor: Actor): void {
  if (!isAdmin(actor)) throw new AppError("accounts.adminRequired", 403);
}
