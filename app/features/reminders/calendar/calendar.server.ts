import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import ical from "ical-generator";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readSignedId, signId } from "#app/platform/http/signed-id.server.ts";
import { occurrenceDay, type Series } from "../recurrence.rules.ts";
import { getSeries, type Reminder } from "../reminders.server.ts";
import { calendarLinks, reminders } from "../reminders.tables.server.ts";
import { getKnownZone } from "../wall-clock.server.ts";

const frequencies = { none: null, daily: "DAILY", weekly: "WEEKLY", monthly: "MONTHLY", yearly: "YEARLY" } as const;
const february = 2;
const lastOfFebruary = `BYMONTH=${february};BYMONTHDAY=-1`;
const monthsInYear = 12;
/** Length of a calendar event in minutes, so that it is visible. */
const shown = 15;

const compact = (text: string) => text.replace(/[-:]/g, "");

/** Formats a local time as `UNTIL` requires for a start with a time zone. */
const inUtc = (day: string, at: string, zone: string) =>
  compact(Temporal.PlainDateTime.from(`${day}T${at}`).toZonedDateTime(zone).toInstant().toString());

const monthOf = (day: string) => Number(day.slice(5, 7));

/** Returns the last day on which the series can be due; null when it has no end. */
function findEnd({ until, times, ...series }: Series): string | null {
  const last = times && occurrenceDay({ ...series, until: null, times: null }, times - 1);
  return [until, last].filter((day) => typeof day === "string").sort()[0] ?? null;
}

/** A calendar event: the day it starts, and its RFC 5545 recurrence rule (§3.3.10), null when it does not repeat. */
export interface Recurrence {
  firstDay: string;
  rule: string | null;
}

/**
 * Returns the events that together have exactly the days of the series (`occurrenceDay`), where a day missing in some
 * months becomes their last day. Uses only rules that all calendar clients expand alike, thus no BYSETPOS and no
 * interval together with BYMONTH: the 31st and 29 February are last days (BYMONTHDAY=-1), and a series on the 29th or
 * 30th has one yearly event for each of its months. As their occurrences are counted together, these end on a day
 * instead of after a number.
 */
export function listRecurrences(series: Series, zone: string): Recurrence[] {
  const { firstDay, at, repeat, every, until, times } = series;
  const frequency = frequencies[repeat];
  if (!frequency) return [{ firstDay, rule: null }];
  const [month, date] = [monthOf(firstDay), Number(firstDay.slice(8))];
  const isSplit = repeat === "monthly" && (date === 29 || date === 30);
  const count = !isSplit && !until && times;
  const end = count ? null : findEnd(series);
  const format = (freq: string, interval: number, days: string | null) =>
    [
      `FREQ=${freq}`,
      interval > 1 && `INTERVAL=${interval}`,
      count && `COUNT=${count}`,
      days,
      end && `UNTIL=${at ? inUtc(end, at, zone) : compact(end)}`,
    ]
      .filter(Boolean)
      .join(";");
  if (!isSplit) {
    const isLeapDay = repeat === "yearly" && month === february && date === 29;
    const lastDay = repeat === "monthly" && date === 31 ? "BYMONTHDAY=-1" : null;
    return [{ firstDay, rule: format(frequency, every, isLeapDay ? lastOfFebruary : lastDay) }];
  }
  // After this many years the same months come again, thus after twelve occurrences at most.
  let apart = 1;
  while ((apart * monthsInYear) % every) apart++;
  const firstOfMonth = new Map<number, string>();
  for (let number = 0; number < monthsInYear; number++) {
    const day = occurrenceDay(series, number);
    if (day && !firstOfMonth.has(monthOf(day))) firstOfMonth.set(monthOf(day), day);
  }
  return [...firstOfMonth].map(([one, day]) => ({
    firstDay: day,
    rule: format("YEARLY", apart, one === february ? lastOfFebruary : null),
  }));
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
    const title = reminder.title || t(`reminders.kinds.${reminder.kind}`);
    for (const [index, { firstDay, rule }] of listRecurrences(series, zone).entries()) {
      const start = Temporal.PlainDateTime.from(`${firstDay}T${series.at ?? "00:00"}`);
      calendar.createEvent({
        id: `${reminder.id}${index ? `-${index}` : ""}@${new URL(ctx.settings.publicUrl).hostname}`,
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
