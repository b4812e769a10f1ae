import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import ical from "ical-generator";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readSignedId, signId } from "#app/platform/http/signed-id.server.ts";
import type { Series } from "../recurrence.rules.ts";
import { getSeries, type Reminder } from "../reminders.server.ts";
import { calendarLinks, reminders } from "../reminders.tables.server.ts";
import { getKnownZone } from "../wall-clock.server.ts";

const frequencies = { none: null, daily: "DAILY", weekly: "WEEKLY", monthly: "MONTHLY", yearly: "YEARLY" } as const;
const lastSafeDay = 28;
/** Length of a calendar event in minutes, so that it is visible. */
const shown = 15;

const compact = (text: string) => text.replace(/[-:]/g, "");

/** Formats a local time as `UNTIL` requires for a start with a time zone. */
const inUtc = (day: string, at: string, zone: string) =>
  compact(Temporal.PlainDateTime.from(`${day}T${at}`).toZonedDateTime(zone).toInstant().toString());

/**
 * Returns the series as an RFC 5545 recurrence rule (§3.3.10); null when it does not repeat. A day missing in some
 * months becomes their last day, as in `occurrenceDay`.
 */
export function formatRecurrenceRule(series: Series, zone: string): string | null {
  const { firstDay, at, repeat, every, until, times } = series;
  const frequency = frequencies[repeat];
  if (!frequency) return null;
  const [, month, date] = firstDay.split("-").map(Number) as [number, number, number];
  const days = Array.from({ length: date - lastSafeDay + 1 }, (_, index) => lastSafeDay + index);
  const clamped = `BYMONTHDAY=${days};BYSETPOS=-1`;
  const parts = [`FREQ=${frequency}`];
  if (every > 1) parts.push(`INTERVAL=${every}`);
  if (times) parts.push(`COUNT=${times}`);
  if (repeat === "monthly" && date > lastSafeDay) parts.push(clamped);
  if (repeat === "yearly" && month === 2 && date > lastSafeDay) parts.push(`BYMONTH=2;${clamped}`);
  if (until) parts.push(`UNTIL=${at ? inUtc(until, at, zone) : compact(until)}`);
  return parts.join(";");
}

type Entry = { reminder: Reminder; petName: string };

const years = 10;

const formatLocal = (moment: Temporal.PlainDateTime) =>
  moment.toString({ smallestUnit: "second" }).replace(/[-:]/g, "");

function offset(nanoseconds: number): string {
  const minutes = Math.abs(Math.round(nanoseconds / 60e9));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${nanoseconds < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

function observance(name: "STANDARD" | "DAYLIGHT", start: Temporal.PlainDateTime, from: number, to: number): string[] {
  return [
    `BEGIN:${name}`,
    `DTSTART:${formatLocal(start)}`,
    `TZOFFSETFROM:${offset(from)}`,
    `TZOFFSETTO:${offset(to)}`,
    `END:${name}`,
  ];
}

/**
 * Returns a time zone as a VTIMEZONE block (RFC 5545 §3.6.5): the offset at `since` and every transition in the
 * following ten years, each listed explicitly, because government decisions follow no rule.
 */
export function renderTimeZone(timeZone: string, since: Date): string {
  const first = Temporal.Instant.fromEpochMilliseconds(since.getTime()).toZonedDateTimeISO(timeZone).startOfDay();
  const end = first.add({ years });
  const lines = observance("STANDARD", first.toPlainDateTime(), first.offsetNanoseconds, first.offsetNanoseconds);
  let before = first;
  for (;;) {
    const change = before.getTimeZoneTransition("next");
    if (!change || Temporal.ZonedDateTime.compare(change, end) > 0) break;
    const [from, to] = [change.subtract({ nanoseconds: 1 }).offsetNanoseconds, change.offsetNanoseconds];
    // The start is given in the local time before the transition.
    const start = change.toInstant().toZonedDateTimeISO("UTC").toPlainDateTime().add({ nanoseconds: from });
    lines.push(...observance(to > from ? "DAYLIGHT" : "STANDARD", start, from, to));
    before = change;
  }
  return ["BEGIN:VTIMEZONE", `TZID:${timeZone}`, ...lines, "END:VTIMEZONE"].join("\r\n");
}

/** Formats an owner's entries as an iCalendar text (RFC 5545), in the owner's language and time zone. */
function write(ctx: AppContext, owner: { language: "en" | "ar"; timeZone: string }, entries: Entry[]): string {
  const t = ctx.translator(owner.language);
  const zone = getKnownZone(owner.timeZone);
  const first = new Date(`${entries.map(({ reminder }) => reminder.firstDay).sort()[0] ?? "2026-01-01"}T00:00:00Z`);
  const calendar = ical({
    name: t("reminders.feed.name"),
    prodId: { company: "Aleef", product: "Reminders", language: owner.language.toUpperCase() },
    // With a time zone for the whole calendar, the library would write timestamps in the server's time zone; each event
    // names its own.
    timezone: { name: null, generator: () => renderTimeZone(zone, first) },
    ttl: 3600,
  });
  for (const { reminder, petName } of entries) {
    const series = getSeries(reminder);
    const start = Temporal.PlainDateTime.from(`${series.firstDay}T${series.at ?? "00:00"}`);
    const rule = formatRecurrenceRule(series, zone);
    const title = reminder.title || t(`reminders.kinds.${reminder.kind}`);
    calendar.createEvent({
      id: `${reminder.id}@${new URL(ctx.settings.publicUrl).hostname}`,
      sequence: reminder.version,
      stamp: reminder.updatedAt,
      lastModified: reminder.updatedAt,
      summary: `${petName}: ${title}`,
      url: `${ctx.settings.publicUrl}/dashboard/reminders`,
      allDay: series.at === null,
      ...(series.at
        ? {
            start: start.toZonedDateTime(zone),
            end: start.add({ minutes: shown }).toZonedDateTime(zone),
            timezone: zone,
          }
        : { start: start.toPlainDate() }),
      repeating: rule && `RRULE:${rule}`,
    });
  }
  return calendar.toString();
}

const purpose = "calendar";

const addressOf = (ctx: AppContext, linkId: string) =>
  `${ctx.settings.publicUrl}/calendar/${signId(ctx, purpose, linkId)}.ics`;

/** Returns the secret URL of the actor's calendar; null when there is none. */
export async function findCalendarLink(ctx: AppContext, actor: Actor): Promise<string | null> {
  const [link] = await ctx.db.select().from(calendarLinks).where(eq(calendarLinks.ownerId, actor.id));
  return link ? addressOf(ctx, link.linkId) : null;
}

/** Creates a new secret URL for the actor's calendar; the previous one stops working immediately. */
export async function renewCalendarLink(ctx: AppContext, actor: Actor): Promise<void> {
  const link = { linkId: randomUUID(), createdAt: ctx.clock.now() };
  await ctx.db
    .insert(calendarLinks)
    .values({ ...link, ownerId: actor.id })
    .onConflictDoUpdate({ target: calendarLinks.ownerId, set: link });
}

/** Revokes the calendar's secret URL. */
export async function deleteCalendarLink(ctx: AppContext, actor: Actor): Promise<void> {
  await ctx.db.delete(calendarLinks).where(eq(calendarLinks.ownerId, actor.id));
}

/** Returns the owner whose calendar a key opens; null for an invalid, replaced or revoked key. */
async function findCalendarOwner(ctx: AppContext, key: string): Promise<string | null> {
  const linkId = readSignedId(ctx, purpose, key);
  if (!linkId) return null;
  const [link] = await ctx.db.select().from(calendarLinks).where(eq(calendarLinks.linkId, linkId));
  return link?.ownerId ?? null;
}

/**
 * Returns the calendar that a secret key opens: every open reminder with its title and pet's name, and no other data of
 * the owner. Null for an invalid key.
 */
export async function renderCalendar(ctx: AppContext, key: string): Promise<string | null> {
  const ownerId = await findCalendarOwner(ctx, key);
  if (!ownerId) return null;
  const [owner] = await ctx.db.select().from(users).where(eq(users.id, ownerId));
  if (!owner) return null;
  const entries = await ctx.db
    .select({ reminder: reminders, petName: pets.name })
    .from(reminders)
    .innerJoin(pets, eq(pets.id, reminders.petId))
    .where(and(eq(reminders.ownerId, ownerId), eq(reminders.state, "open"), livePet))
    .orderBy(asc(reminders.dueDay), asc(reminders.id));
  return write(ctx, owner, entries);
}
