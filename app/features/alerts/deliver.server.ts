import { and, eq } from "drizzle-orm";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { directionOf } from "#app/platform/i18n/language.ts";
import { jobKind, type TryOf } from "#app/platform/jobs/jobs.server.ts";
import { writeLetter } from "#app/platform/mail/letter.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { alertWords } from "./alert-words.ts";
import type { Channel, DeliveryState } from "./alerts.rules.ts";
import { deliveryQueues, wake } from "./alerts.server.ts";
import { alertDeliveries, alerts, pushSubscriptions } from "./alerts.tables.server.ts";
import { sendPush } from "./push.server.ts";

interface Delivery {
  alertId: string;
}

/** For about five hours: pauses from 2 s, doubling to 15 minutes. */
const patient = { retryLimit: 30, retryDelay: 2, retryDelayMax: 900, concurrency: 4, expireInSeconds: 60 };

async function findDue(world: World, alertId: string, channel: Channel) {
  const [row] = await world.db
    .select({ alert: alerts, user: users, state: alertDeliveries.state })
    .from(alertDeliveries)
    .innerJoin(alerts, eq(alerts.id, alertDeliveries.alertId))
    .innerJoin(users, eq(users.id, alerts.userId))
    .where(and(eq(alertDeliveries.alertId, alertId), eq(alertDeliveries.channel, channel)));
  return row?.state === "waiting" ? row : null;
}

async function note(
  world: World,
  { alertId, channel, userId }: { alertId: string; channel: Channel; userId: string },
  state: DeliveryState,
  attempts: number,
  reason: string | null,
): Promise<void> {
  await world.db
    .update(alertDeliveries)
    .set({ state, attempts, reason, updatedAt: world.clock.now() })
    .where(and(eq(alertDeliveries.alertId, alertId), eq(alertDeliveries.channel, channel)));
  if (state !== "waiting") await wake(world, [{ user: userId }]);
}

/** Carries one alert over one channel; the owner sees what became of it. A failing channel never holds up another. */
function carrier(
  channel: Channel,
  carry: (world: World, due: NonNullable<Awaited<ReturnType<typeof findDue>>>) => Promise<string | null>,
) {
  return jobKind<World, Delivery>(deliveryQueues[channel], patient, async (world, { alertId }, attempt: TryOf) => {
    const due = await findDue(world, alertId, channel);
    if (!due) return;
    const which = { alertId, channel, userId: due.user.id };
    try {
      const offReason = await carry(world, due);
      await note(world, which, offReason ? "off" : "delivered", attempt.attempt, offReason);
    } catch (error) {
      await note(world, which, attempt.isLast ? "failed" : "waiting", attempt.attempt, "unreachable");
      throw error;
    }
  });
}

const byEmail = carrier("email", async (world, { alert, user }) => {
  const say = world.say(user.language);
  const { title, text, quote, action } = alertWords(say, alert.kind, alert.params);
  await world.mail.send(
    writeLetter({
      to: user.email,
      language: user.language,
      subject: title,
      paragraphs: [title, text],
      quote,
      action: { label: action, url: `${world.settings.publicUrl}${alert.link}` },
      footer: say("alerts.letterFooter"),
      key: alert.id,
    }),
  );
  return null;
});

const byPush = carrier("push", async (world, { alert, user }) => {
  const devices = await world.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, user.id));
  if (devices.length === 0) return "noDevice";
  const { title, text, quote } = alertWords(world.say(user.language), alert.kind, alert.params);
  const message = {
    title,
    body: quote ?? text,
    lang: user.language,
    dir: directionOf(user.language),
    url: alert.link,
    topic: alert.topic,
    alertId: alert.id,
  };
  const results = await Promise.all(
    devices.map(async ({ id, endpoint, p256dh, auth }) => {
      const result = await sendPush(world, { endpoint, keys: { p256dh, auth } }, message);
      if (result === "gone") await world.db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
      return result;
    }),
  );
  if (results.includes("sent")) return null;
  if (results.includes("again")) throw new Error("no push service could be reached");
  return results.includes("refused") ? "refused" : "noDevice";
});

export const alertJobs = [byEmail, byPush];
