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
