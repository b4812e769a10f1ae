import { and, eq } from "drizzle-orm";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { directionOf } from "#app/platform/i18n/language.ts";
import { jobKind, type TryOf } from "#app/platform/jobs/jobs.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { listDevices, sendPush } from "../channels/push.server.ts";
import { alertWords } from "../notification-texts.ts";
import { type Carrier, type DeliveryState, isAdministrators, isFinders } from "../notifications.rules.ts";
import { wake } from "../notifications.server.ts";
import { alertDeliveries, alerts, pushSubscriptions } from "../notifications.tables.server.ts";
import { plansOf } from "../preferences/preferences.server.ts";
import { type Delivery, deliveryQueues, queueDeliveries } from "./delivery-queue.server.ts";

/** For about five hours: pauses from 2 s, doubling to 15 minutes. */
const patient = { retryLimit: 30, retryDelay: 2, retryDelayMax: 900, concurrency: 4, expireInSeconds: 60 };

async function findDue(ctx: AppContext, alertId: string, channel: Carrier) {
  const [row] = await ctx.db
    .select({ alert: alerts, user: users, state: alertDeliveries.state })
    .from(alertDeliveries)
    .innerJoin(alerts, eq(alerts.id, alertDeliveries.alertId))
    .innerJoin(users, eq(users.id, alerts.userId))
    .where(and(eq(alertDeliveries.alertId, alertId), eq(alertDeliveries.channel, channel)));
  return row?.state === "waiting" ? row : null;
}

async function note(
  ctx: AppContext,
  { alertId, channel, userId }: { alertId: string; channel: Carrier; userId: string },
  state: DeliveryState,
  attempts: number,
  reason: string | null,
): Promise<void> {
  await ctx.db
    .update(alertDeliveries)
    .set({ state, attempts, reason, updatedAt: ctx.clock.now() })
    .where(and(eq(alertDeliveries.alertId, alertId), eq(alertDeliveries.channel, channel)));
  if (state !== "waiting") await wake(ctx, [{ user: userId }]);
}

type Due = NonNullable<Awaited<ReturnType<typeof findDue>>>;

/** Puts off what can wait while its owner's quiet hours last, which may have begun since it was written. */
async function putOff(ctx: AppContext, { alert, user }: Due, channel: Carrier, attempts: number): Promise<boolean> {
  if (isFinders(alert.kind)) return false;
  const { startAfter } = (await plansOf(ctx, [user.id]))(alert, channel);
  if (!startAfter) return false;
  await transaction(ctx, async (tx) => {
    await note(tx, { alertId: alert.id, channel, userId: user.id }, "waiting", attempts, "quiet");
    await queueDeliveries(tx, [{ alertId: alert.id, channel, startAfter }]);
  });
  return true;
}

/** A finder's word that no device took goes by e-mail after all, also where the owner had chosen pushes alone. */
async function writeInstead(ctx: AppContext, { alert }: Due): Promise<void> {
  if (!isFinders(alert.kind)) return;
  await transaction(ctx, async (tx) => {
    const turned = await tx.db
      .update(alertDeliveries)
      .set({ state: "waiting", reason: null, updatedAt: ctx.clock.now() })
      .where(
        and(
          eq(alertDeliveries.alertId, alert.id),
          eq(alertDeliveries.channel, "email"),
          eq(alertDeliveries.state, "off"),
        ),
      )
      .returning({ alertId: alertDeliveries.alertId });
    await queueDeliveries(
      tx,
      turned.map(({ alertId }) => ({ alertId, channel: "email" as const })),
    );
  });
}

/** Carries one alert over one channel; the owner sees what became of it. A failing channel never holds up another. */
function carrier(channel: Carrier, carry: (ctx: AppContext, due: Due) => Promise<string | null>) {
  return jobKind<AppContext, Delivery>(deliveryQueues[channel], patient, async (ctx, { alertId }, attempt: TryOf) => {
    const due = await findDue(ctx, alertId, channel);
    if (!due || (await putOff(ctx, due, channel, attempt.attempt - 1))) return;
    const which = { alertId, channel, userId: due.user.id };
    try {
      const offReason = await carry(ctx, due);
      await note(ctx, which, offReason ? "off" : "delivered", attempt.attempt, offReason);
      if (offReason) await writeInstead(ctx, due);
    } catch (error) {
      await note(ctx, which, attempt.isLast ? "failed" : "waiting", attempt.attempt, "unreachable");
      // Nobody waits five hours beside a lost animal: the first push that fails is followed by a letter.
      if (channel === "push") await writeInstead(ctx, due);
      throw error;
    }
  });
}

const byEmail = carrier("email", async (ctx, { alert, user }) => {
  const say = ctx.say(user.language);
  const { title, text, quote, action } = alertWords(say, alert.kind, alert.params);
  await ctx.mail.send(
    renderEmail({
      to: user.email,
      language: user.language,
      subject: title,
      paragraphs: [title, text],
      quote,
      action: { label: action, url: `${ctx.settings.publicUrl}${alert.link}` },
      footer: say(isAdministrators(alert.kind) ? "notifications.staffLetterFooter" : "notifications.letterFooter"),
      key: alert.id,
    }),
  );
  return null;
});

const byPush = carrier("push", async (ctx, { alert, user }) => {
  const devices = await listDevices(ctx, user.id);
  if (devices.length === 0) return "noDevice";
  const { title, brief } = alertWords(ctx.say(user.language), alert.kind, alert.params);
  const message = {
    title,
    body: brief,
    lang: user.language,
    dir: directionOf(user.language),
    url: alert.link,
    topic: alert.topic,
    alertId: alert.id,
  };
  const results = await Promise.all(
    devices.map(async ({ id, endpoint, p256dh, auth }) => {
      const result = await sendPush(ctx, { endpoint, keys: { p256dh, auth } }, message);
      if (result === "gone") await ctx.db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
      return result;
    }),
  );
  if (results.includes("sent")) return null;
  if (results.includes("again")) throw new Error("no push service could be reached");
  return results.includes("refused") ? "refused" : "noDevice";
});

export const alertJobs = [byEmail, byPush];
