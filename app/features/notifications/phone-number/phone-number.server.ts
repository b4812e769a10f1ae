import { and, eq, ne } from "drizzle-orm";
import { href } from "react-router";
import { findSentCode, sendPhoneCode, takePhoneCode } from "#app/features/phone/codes/codes.server.ts";
import { findPhoneNumber, setConsent } from "#app/features/phone/consent.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { formatPhone } from "#app/platform/http/forms/phone-field.server.ts";
import type { CarrierName } from "#app/platform/phone/carrier.server.ts";
import { sendNotifications } from "../notifications.server.ts";

/** The actor's number as they would write it: proven, waiting for its code, or only typed; and whether it wants messages. */
export async function getPhoneNumber(ctx: AppContext, actor: Actor) {
  const [user] = await ctx.db
    .select({ phone: users.phone, verified: users.verifiedPhone })
    .from(users)
    .where(eq(users.id, actor.id));
  const pending = await findSentCode(ctx, { purpose: "verify", userId: actor.id });
  const known = user?.verified ? await findPhoneNumber(ctx, user.verified) : null;
  return {
    typed: user?.phone ? formatPhone(user.phone) : "",
    verified: user?.verified ? formatPhone(user.verified) : null,
    pending: pending && pending !== user?.verified ? { number: pending, shown: formatPhone(pending) } : null,
    wantsMessages: known?.consent === "agreed",
    /** Messages to it stopped arriving. */
    isFailing: Boolean(known?.failedAt && (!known.reachedAt || known.reachedAt < known.failedAt)),
  };
}

/** Sends the actor a code that proves a number. Throws what `sendPhoneCode` refuses. */
export async function startPhoneNumber(
  ctx: AppContext,
  actor: Actor,
  { phone, first }: { phone: string; first: CarrierName },
  address: string,
): Promise<void> {
  const { language } = actor;
  await sendPhoneCode(ctx, { number: phone, purpose: "verify", userId: actor.id, language, address, first });
}

/**
 * The code came back: the number is the actor's, and agreed to messages. Another account that had proven it before has it
 * no longer and is told so: numbers are given to new people. Throws `phone.wrongCode`.
 */
export async function confirmPhoneNumber(ctx: AppContext, actor: Actor, code: string, address: string): Promise<void> {
  const number = await findSentCode(ctx, { purpose: "verify", userId: actor.id });
  if (!number) throw new AppError("phone.wrongCode", 400, { field: "code" });
  await takePhoneCode(ctx, { number, purpose: "verify", userId: actor.id, code, address });
  await transaction(ctx, async (tx) => {
    const before = await tx.db
      .update(users)
      .set({ verifiedPhone: null })
      .where(and(eq(users.verifiedPhone, number), ne(users.id, actor.id)))
      .returning({ id: users.id });
    await tx.db
      .update(users)
      .set({ phone: number, verifiedPhone: number, updatedAt: tx.clock.now() })
      .where(eq(users.id, actor.id));
    await setConsent(tx, number, "agreed", actor.language);
    await sendNotifications(
      tx,
      before.map(({ id }) => ({
        userId: id,
        kind: "account" as const,
        params: { accountNews: "phoneMoved" as const },
        link: href("/dashboard/settings/notifications"),
        topic: id,
      })),
    );
  });
}

/** Messages to the actor's number stop, or go on. Throws `phone.notVerified` without a proven number. */
export async function updatePhoneMessages(ctx: AppContext, actor: Actor, wantsMessages: boolean): Promise<void> {
  const [user] = await ctx.db.select({ number: users.verifiedPhone }).from(users).where(eq(users.id, actor.id));
  if (!user?.number) throw new AppError("phone.notVerified", 409);
  await setConsent(ctx, user.number, wantsMessages ? "agreed" : "stopped", actor.language);
}
