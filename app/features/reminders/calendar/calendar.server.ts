import { and, asc, eq } from "drizzle-orm";
import ical from "ical-generator";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Series } from "../recurrence.rules.ts";
import { getSeries, type Reminder } from "../reminders.server.ts";
import { reminders } from "../reminders.tables.server.ts";
import { renderTimeZone } from "../time-zone-block.server.ts";
import { getKnownZone } from "../wall-clock.server.ts";
import { findCalendarOwner } from "./calendar-link.server.ts";

const frequencies = { none: null, daily: "DAILY", weekly: "WEEKLY", monthly: "MONTHLY", yearly: "YEARLY" } as const;
const lastSafeDay = 28;
/** Minutes that a moment takes in a calendar, so that it can be seen there. */
const shown = 15;

const compact = (text: string) => text.replace(/[-:]/g, "");

/** A moment on the wall as `UNTIL` wants it beside a start with a time zone. */
const inUtc = (day: string, at: string, zone: string) =>
  compact(Temporal.PlainDateTime.from(`${day}T${at}`).toZonedDateTime(zone).toInstant().toString());

/**
 * The rhythm of a series as RFC 5545 says it (§3.3.10); null for what happens once. A day that not every month has is
 * the last of those up to it that there are, as in `occurrenceDay`.
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

/** The entries of an owner's calendar as one iCalendar text (RFC 5545) in the owner's language and time zone. */
function write(ctx: AppContext, owner: { language: "en" | "ar"; timeZone: string }, entries: Entry[]): string {
  const t = ctx.translator(owner.language);
  const zone = getKnownZone(owner.timeZone);
  const first = new Date(`${entries.map(({ reminder }) => reminder.firstDay).sort()[0] ?? "2026-01-01"}T00:00:00Z`);
  const calendar = ical({
    name: t("reminders.feed.name"),
    prodId: { company: "Aleef", product: "Reminders", language: owner.language.toUpperCase() },
    // With a zone for the whole calendar the library writes stamps in the machine's own time; each event names its zone.
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

/**
 * The calendar that a secret key opens: every open reminder with its pet's name and title, and nothing else of the owner's.
 * Null for a key that opens nothing.
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
