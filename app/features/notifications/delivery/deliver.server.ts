import { and, eq, ne, sql } from "drizzle-orm";
import { href } from "react-router";
import * as z from "zod";
import { listPhoneDeliveries, reportQueue, sendPhoneMessage } from "#app/features/phone/phone-messages.server.ts";
import { selectEvents, toPayloads } from "#app/features/users/live-events.server.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createContextBatcher } from "#app/platform/db/batch.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { photoUrl } from "#app/platform/files/photos.ts";
import { shiftDay } from "#app/platform/i18n/dates/calendar-days.rules.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { formatDate, formatDay } from "#app/platform/i18n/format.ts";
import { directionOf } from "#app/platform/i18n/language.ts";
import { cutText } from "#app/platform/i18n/text/plain-text.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { defineJob, type JobAttempt } from "#app/platform/jobs/jobs.server.ts";
import { isWithinLimit } from "#app/platform/limits/limits.server.ts";
import { type EmailAction, renderEmail } from "#app/platform/mail/email.server.ts";
import { EmailError, maxConnections } from "#app/platform/mail/mailer.server.ts";
import { deliveryFailures, deliverySeconds } from "#app/platform/metrics/metrics.server.ts";
import { listDevices, sendPush } from "../channels/push.server.ts";
import { type Delivery, deliveryQueues, getPhoneSubject, queueDeliveries } from "../delivery-queue.server.ts";
import { notificationWords } from "../notification-texts.ts";
import {
  type DeliveryState,
  isForAdmins,
  isFromFinder,
  type NotificationKind,
  type NotificationParams,
  priorityOf,
  type QueuedChannel,
  waitsForAnswer,
} from "../notifications.rules.ts";
import { notificationDeliveries, notifications, pushSubscriptions } from "../notifications.tables.server.ts";
import { getUnsubscribeHeaders } from "../preferences/unsubscribe.server.ts";
import { listPlans } from "../preferences.server.ts";

/**
 * Retries for about five hours, with delays from 2 s doubling to 15 minutes. Even if a mail server takes every e-mail to
 * its timeout, those that one process has fetched are through before they expire.
 */
const retryPolicy = {
  retryLimit: 30,
  retryDelay: 2,
  retryDelayMax: 900,
  concurrency: 4 * maxConnections,
  batchSize: 2 * maxConnections,
  expireInSeconds: 300,
};

const deliveriesById = createPreparedQuery((db) =>
  db
    .select({
      notification: notifications,
      user: {
        id: users.id,
        email: users.email,
        emailFailedAt: users.emailFailedAt,
        verifiedPhone: users.verifiedPhone,
        language: users.language,
        timeZone: users.timeZone,
      },
      channel: notificationDeliveries.channel,
    })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(
      and(
        eq(notificationDeliveries.notificationId, sql`any(${sql.placeholder("notificationIds")})`),
        eq(notificationDeliveries.state, "waiting"),
      ),
    ),
);

interface Key {
  notificationId: string;
  channel: QueuedChannel;
}

const keyOf = ({ notificationId, channel }: Key) => `${notificationId} ${channel}`;

/** Returns the delivery; null if it is not waiting. Concurrent calls share a statement. */
const findDue = createContextBatcher(async ({ db }: AppContext, keys: Key[]) => {
  const rows = await deliveriesById(db).execute({ notificationIds: keys.map(({ notificationId }) => notificationId) });
  const found = new Map(rows.map((row) => [`${row.notification.id} ${row.channel}`, row]));
  return keys.map((key) => found.get(keyOf(key)) ?? null);
});

interface Outcome extends Key {
  userId: string;
  state: DeliveryState;
  attempts: number;
  reason: string | null;
}

/** Records outcomes of waiting deliveries and wakes the live streams of their users. */
const updateAndNotify = createPreparedQuery((db) => {
  const outcomes = sql`json_to_recordset(${sql.placeholder("outcomes")}::json)
    as outcome ("notificationId" uuid, channel text, state text, attempts int, reason text)`;
  const updated = db.$with("updated").as(
    db
      .update(notificationDeliveries)
      .set({
        state: sql`outcome.state`,
        attempts: sql`outcome.attempts`,
        reason: sql`outcome.reason`,
        updatedAt: sql`${sql.placeholder("now")}`,
      })
      .from(outcomes)
      .where(
        and(
          eq(notificationDeliveries.notificationId, sql`outcome."notificationId"`),
          eq(notificationDeliveries.channel, sql`outcome.channel`),
          eq(notificationDeliveries.state, "waiting"),
        ),
      )
      .returning({ notificationId: notificationDeliveries.notificationId }),
  );
  return selectEvents(db.with(updated), sql.placeholder("events"));
});

async function recordOutcomes({ db, clock }: AppContext, outcomes: Outcome[]): Promise<undefined[]> {
  const ended = outcomes.filter(({ state }) => state !== "waiting");
  await updateAndNotify(db).execute({
    outcomes: JSON.stringify(outcomes),
    now: clock.now(),
    events: toPayloads(ended.map(({ userId }) => ({ user: userId }))),
  });
  return outcomes.map(() => undefined);
}

/**
 * Records the outcome of a waiting delivery; a carrier may have reported it as delivered already. Calls share a
 * statement, at busy times those of 50 ms; a process that dies in that time sends their messages again.
 */
const recordOutcome = createContextBatcher(recordOutcomes, { spacing: 50, enough: 12 });

type Due = NonNullable<Awaited<ReturnType<typeof findDue>>>;

/**
 * Postpones a delivery while its owner's quiet hours last, which may have begun since it was queued. Returns whether it
 * did.
 */
async function postpone(
  ctx: AppContext,
  { notification, user }: Due,
  channel: QueuedChannel,
  attempts: number,
): Promise<boolean> {
  if (isFromFinder(notification.kind)) return false;
  const { startAfter } = (await listPlans(ctx, [user.id]))(notification, channel);
  if (!startAfter) return false;
  await withTransaction(ctx, async (tx) => {
    const which = { notificationId: notification.id, channel, userId: user.id };
    await recordOutcomes(tx, [{ ...which, state: "waiting", attempts, reason: "quiet" }]);
    await queueDeliveries(tx, [{ notificationId: notification.id, channel, startAfter }]);
  });
  return true;
}

/** Sends a finder's notification that no device received by e-mail, even if the owner chose push only. */
async function emailInstead(ctx: AppContext, { notification }: Due): Promise<void> {
  if (!isFromFinder(notification.kind)) return;
  await withTransaction(ctx, async (tx) => {
    const turned = await tx.db
      .update(notificationDeliveries)
      .set({ state: "waiting", reason: null, updatedAt: ctx.clock.now() })
      .where(
        and(
          eq(notificationDeliveries.notificationId, notification.id),
          eq(notificationDeliveries.channel, "email"),
          eq(notificationDeliveries.state, "off"),
        ),
      )
      .returning({ notificationId: notificationDeliveries.notificationId });
    const priority = priorityOf(notification.kind);
    await queueDeliveries(
      tx,
      turned.map(({ notificationId }) => ({ notificationId, channel: "email" as const, priority })),
    );
  });
}

/** Observes a delivery and the seconds since the notification was created. */
function countDelivery(
  channel: QueuedChannel,
  { kind, createdAt }: { kind: NotificationKind; createdAt: Date },
  now: Date,
): void {
  const about = kind === "scan" ? "scan" : isFromFinder(kind) ? "finder" : "other";
  deliverySeconds.observe({ channel, about }, Math.max(0, (now.getTime() - createdAt.getTime()) / 1000));
}

/** Counts a failed attempt. */
export function countFailure(channel: QueuedChannel, isFinal: boolean): void {
  deliveryFailures.inc({ channel, final: String(isFinal) });
}

/**
 * Defines the job that delivers one notification over one channel and records the outcome. A failing channel does not
 * delay the others.
 */
function channelJob(channel: QueuedChannel, deliver: (ctx: AppContext, due: Due) => Promise<string | null>) {
  return defineJob<AppContext, Delivery>(
    deliveryQueues[channel],
    { data: z.object({ notificationId: z.uuid() }), ...retryPolicy },
    async (ctx, { notificationId }, attempt: JobAttempt) => {
      const due = await findDue(ctx, { notificationId, channel });
      if (!due || (await postpone(ctx, due, channel, attempt.attempt - 1))) return;
      const which = { notificationId, channel, userId: due.user.id };
      try {
        const offReason = await deliver(ctx, due);
        // Phone messages are reported as delivered by the carrier later.
        const state = offReason ? "off" : channel === "phone" ? "sent" : "delivered";
        await recordOutcome(ctx, { ...which, state, attempts: attempt.attempt, reason: offReason });
        if (!offReason) countDelivery(channel, due.notification, ctx.clock.now());
        if (offReason) await emailInstead(ctx, due);
      } catch (error) {
        const isRefused = error instanceof EmailError && error.isRefused;
        countFailure(channel, isRefused || attempt.isLast);
        if (isRefused) {
          await ctx.db.update(users).set({ emailFailedAt: ctx.clock.now() }).where(eq(users.id, due.user.id));
          await recordOutcome(ctx, { ...which, state: "failed", attempts: attempt.attempt, reason: "bounced" });
          return;
        }
        const state = attempt.isLast ? "failed" : "waiting";
        await recordOutcome(ctx, { ...which, state, attempts: attempt.attempt, reason: "unreachable" });
        // Five hours of retries are too long for a lost animal: an e-mail follows the first failed push.
        if (channel === "push") await emailInstead(ctx, due);
        throw error;
      }
    },
  );
}

/** Returns when and where it happened, or when a reminder is due. */
function listFacts(t: Translate, { notification: { kind, params, createdAt }, user: { language, timeZone } }: Due) {
  const zone = timeZone ?? defaultTimeZone;
  const facts = [];
  if (isFromFinder(kind))
    facts.push({ term: t("notifications.when"), detail: formatDate(createdAt, language, zone, "dateTime") });
  if (kind === "reminder") {
    const dueOn = formatDay(shiftDay(dayIn(createdAt, zone), params.days ?? 0), language, "weekday");
    facts.push({ term: t("notifications.due"), detail: params.time ? `${dueOn} · ${params.time}` : dueOn });
  }
  if (params.place) facts.push({ term: t("notifications.where"), detail: params.place });
  return facts;
}

/** Returns the buttons of an e-mail: the one thing to do first, then the page it is about. */
function chooseActions(
  t: Translate,
  kind: NotificationKind,
  { confirmPath }: NotificationParams,
  open: EmailAction,
  publicUrl: string,
) {
  // The page asks for confirmation itself, so that a mail scanner opening each link confirms nothing.
  if (confirmPath)
    return { action: { label: t("notifications.confirmOrder"), url: `${publicUrl}${confirmPath}` }, second: open };
  return kind === "found"
    ? { action: open, second: { label: t("conversations.onMyWay"), url: `${open.url}#coming` } }
    : { action: open };
}

const byEmail = channelJob("email", async (ctx, due) => {
  const { notification, user } = due;
  if (!user.email) return "noEmail";
  const t = ctx.translator(user.language);
  const { kind, params } = notification;
  const { title, sentence, quote, action } = notificationWords(t, kind, params);
  const { publicUrl } = ctx.settings;
  const url = `${publicUrl}${notification.link}`;
  await ctx.mail.send({
    headers: getUnsubscribeHeaders(ctx, user.id, kind),
    ...renderEmail({
      to: user.email,
      language: user.language,
      subject: title,
      paragraphs: [sentence],
      isUrgent: isFromFinder(kind),
      ...(kind === "order" ? { details: quote } : { quote }),
      facts: listFacts(t, due),
      ...(params.photoId && {
        picture: { url: `${publicUrl}${photoUrl(params.photoId, 160)}`, alt: params.petName ?? "" },
      }),
      ...chooseActions(t, kind, params, { label: action, url }, publicUrl),
      footer: t(isForAdmins(kind) ? "notifications.staffEmailFooter" : "notifications.emailFooter"),
      manage: {
        label: t("notifications.manageEmails"),
        url: `${publicUrl}${href("/dashboard/settings/notifications")}`,
      },
      key: notification.id,
    }),
  });
  if (user.emailFailedAt) await ctx.db.update(users).set({ emailFailedAt: null }).where(eq(users.id, user.id));
  return null;
});

const byPush = channelJob("push", async (ctx, { notification, user }) => {
  const devices = await listDevices(ctx, user.id);
  if (devices.length === 0) return "noDevice";
  const { title, brief } = notificationWords(ctx.translator(user.language), notification.kind, notification.params);
  const message = {
    title,
    body: brief,
    lang: user.language,
    dir: directionOf(user.language),
    url: notification.link,
    topic: notification.topic,
    notificationId: notification.id,
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

/**
 * Limits phone messages to one user, of finders and others separately: they are paid from the daily budget that all
 * users share.
 */
const toUser = {
  finder: { name: "phone-finder-user", points: 100, span: 86_400 },
  news: { name: "phone-news-user", points: 50, span: 86_400 },
};

const byPhone = channelJob("phone", async (ctx, { notification, user }) => {
  if (!user.verifiedPhone) return "noPhone";
  const template = waitsForAnswer(notification.kind) ? "finder" : "news";
  if (!(await isWithinLimit(ctx.limits, toUser[template], user.id))) return "dayLimit";
  const { title, brief } = notificationWords(ctx.translator(user.language), notification.kind, notification.params);
  const isSent = await withTransaction(ctx, (tx) =>
    sendPhoneMessage(tx, {
      subject: getPhoneSubject(notification.id),
      to: user.verifiedPhone as string,
      userId: user.id,
      language: user.language,
      template,
      priority: priorityOf(notification.kind),
      params: [title, cutText(brief, 200), `${ctx.settings.publicUrl}${notification.link}`],
    }),
  );
  return isSent ? null : "noPhone";
});

/** Records a carrier's report on a phone message as the state of its notification's phone channel. */
export const phoneReportJob = defineJob<AppContext, { subject: string }>(
  reportQueue,
  { data: z.object({ subject: z.string() }), retryLimit: 10, concurrency: 4 },
  async (ctx, { subject }) => {
    const id = subject.replace(/^notification:/, "");
    const states = (await listPhoneDeliveries(ctx, [subject])).map(({ state }) => state);
    const hasArrived = states.includes("delivered") || states.includes("read");
    const state = hasArrived ? "delivered" : states.every((one) => one === "failed") ? "failed" : "sent";
    await ctx.db
      .update(notificationDeliveries)
      .set({ state, reason: state === "failed" ? "unreachable" : null, updatedAt: ctx.clock.now() })
      .where(
        and(
          eq(notificationDeliveries.notificationId, id),
          eq(notificationDeliveries.channel, "phone"),
          ne(notificationDeliveries.state, "off"),
          ne(notificationDeliveries.state, state),
        ),
      );
  },
);

export const notificationJobs = [byEmail, byPush, byPhone];
