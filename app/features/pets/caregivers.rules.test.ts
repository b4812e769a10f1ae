// A pet sitter would still have access after the holiday, or lose it on the last day.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import {
  accessTo,
  type Care,
  canAnswer,
  canEditPet,
  canSeePet,
  caregiverAt,
  caregiverLevels,
  caregiverState,
  invitationDays,
} from "./caregivers.rules.ts";

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 1);
const moments = fc.integer({ min: 0, max: 400 * 24 }).map((hours) => new Date(start + hours * hour));
const maybe = fc.option(moments, { nil: null });
const zones = fc.constantFrom("Africa/Cairo", "Pacific/Kiritimati", "America/Los_Angeles", "UTC");
const cares = fc.record({
  level: fc.constantFrom(...caregiverLevels),
  untilDay: fc.option(
    moments.map((moment) => moment.toISOString().slice(0, 10)),
    { nil: null },
  ),
  invitedAt: moments,
  acceptedAt: maybe,
  endedAt: maybe,
});
const at = (now: Date, zone: string) => ({ now, today: dayIn(now, zone) });

describe("caregiver access", () => {
  test("lasts from acceptance until it is ended or the last day in the owner's time zone has passed", () => {
    fc.assert(
      fc.property(cares, moments, zones, (care, now, zone) => {
        const moment = at(now, zone);
        const holds = care.acceptedAt !== null && care.endedAt === null && (care.untilDay ?? "9999") >= moment.today;
        expect(caregiverAt(care, moment)).toBe(holds ? care.level : null);
      }),
    );
  });

  test("depends on the level and never equals the owner's", () => {
    fc.assert(
      fc.property(cares, moments, zones, (care, now, zone) => {
        const access = accessTo(
          { id: "caregiver" },
          { ownerId: "owner" },
          { ...care, caregiverId: "caregiver" },
          at(now, zone),
        );
        expect(access).not.toBe("owner");
        expect(canEditPet(access)).toBe(access === "edit");
        expect(canSeePet(access)).toBe(access === "edit" || access === "see");
        expect(
          accessTo({ id: "other" }, { ownerId: "owner" }, { ...care, caregiverId: "caregiver" }, at(now, zone)),
        ).toBeNull();
        expect(accessTo({ id: "owner" }, { ownerId: "owner" }, null, at(now, zone))).toBe("owner");
      }),
    );
  });

  test("includes the whole last day in the owner's time zone", () => {
    const care: Care = {
      level: "see",
      untilDay: "2026-11-21",
      invitedAt: new Date(start),
      acceptedAt: new Date(start),
      endedAt: null,
    };
    // Cairo is two hours ahead of UTC in winter.
    expect(caregiverAt(care, at(new Date("2026-11-21T21:59:59Z"), "Africa/Cairo"))).toBe("see");
    expect(caregiverAt(care, at(new Date("2026-11-21T22:00:00Z"), "Africa/Cairo"))).toBeNull();
    expect(caregiverAt(care, at(new Date("2026-11-21T22:00:00Z"), "America/Los_Angeles"))).toBe("see");
  });

  test("keeps an invitation open for exactly fourteen days", () => {
    const invitedAt = new Date(start);
    const care: Care = { level: "see", untilDay: null, invitedAt, acceptedAt: null, endedAt: null };
    const end = start + invitationDays * 24 * hour;
    expect(caregiverState(care, at(new Date(end - 1), "UTC"))).toBe("waiting");
    expect(caregiverState(care, at(new Date(end), "UTC"))).toBe("lapsed");
  });

  test("lets only the invited address answer, ignoring letter case", () => {
    expect(canAnswer({ email: "Mona@Example.com" }, { email: "mona@example.com" })).toBe(true);
    expect(canAnswer({ email: "mona@example.co" }, { email: "mona@example.com" })).toBe(false);
  });
});

describe("access to a pet", () => {
  const moment = { now: new Date("2026-11-21T12:00:00Z"), today: "2026-11-21" };
  const invitedAt = new Date("2026-11-01T12:00:00Z");
  const care = { level: "edit", untilDay: null, invitedAt, acceptedAt: invitedAt, endedAt: null } as const;

  test("lets the owner read and change, a caregiver what their level allows, and everybody else nothing", () => {
    const may = (["owner", "edit", "see", "alerts", null] as const).map((access) => [
      canSeePet(access),
      canEditPet(access),
    ]);
    expect(may).toEqual([
      [true, true],
      [true, true],
      [true, false],
      [false, false],
      [false, false],
    ]);
  });

  test("is granted only to the caregiver of the record", () => {
    const pet = { ownerId: "owner" };
    expect(accessTo({ id: "caregiver" }, pet, { ...care, caregiverId: "caregiver" }, moment)).toBe("edit");
    expect(accessTo({ id: "other" }, pet, { ...care, caregiverId: "caregiver" }, moment)).toBeNull();
    expect(accessTo({ id: "other" }, pet, { ...care, caregiverId: null }, moment)).toBeNull();
    expect(accessTo({ id: "other" }, pet, null, moment)).toBeNull();
  });

  test("ends with the care or its last day, whether accepted or not", () => {
    expect(caregiverState(care, moment)).toBe("caring");
    expect(caregiverState({ ...care, endedAt: invitedAt }, moment)).toBe("over");
    expect(caregiverState({ ...care, untilDay: "2026-11-20" }, moment)).toBe("over");
    expect(caregiverState({ ...care, untilDay: "2026-11-21" }, moment)).toBe("caring");
    expect(caregiverState({ ...care, acceptedAt: null, untilDay: "2026-11-20" }, moment)).toBe("over");
    expect(caregiverState({ ...care, acceptedAt: null }, moment)).toBe("lapsed");
  });
});
