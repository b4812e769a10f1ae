// Two buyers would get each other's parcel number, or a tag that is registered to the other.
import { describe, expect, test } from "vitest";
import { formatOrderNumber } from "#app/features/orders/order-number.rules.ts";
import { type CodeState, checkParcels, readPastedParcels } from "./parcels.rules.ts";

const [first, second, third, other] = ["AAAA1", "AAAA2", "AAAA3", "AAAA4"].map((drawn) =>
  formatOrderNumber(26, drawn),
) as [string, string, string, string];
const orders = [
  { id: "1", number: first, lines: [] },
  {
    id: "2",
    number: second,
    lines: [
      { id: "a", codes: 1 },
      { id: "b", codes: 2 },
    ],
  },
  { id: "3", number: third, lines: [] },
];
const trackingOf = (text: string) =>
  Object.fromEntries(
    Object.entries(readPastedParcels(text, orders).parcels).map(([id, { tracking }]) => [id, tracking]),
  );

test("assigns the lines of a single column to the orders in turn", () => {
  expect(trackingOf("T-1\nT-2\r\nT-3\n\n")).toEqual({ 1: "T-1", 2: "T-2", 3: "T-3" });
});

test("assigns a line with an order number to that order, in any spelling, order and under any header", () => {
  const text = `Order\tTracking\n${third.toLowerCase()}\tT-3\n${first.replaceAll("-", "")}\tT-1`;
  expect(trackingOf(text)).toEqual({ 1: "T-1", 3: "T-3" });
});

test("assigns tag codes to the order lines that need them", () => {
  const { parcels } = readPastedParcels(`${second};T-2;C1;C2 C3`, orders);
  expect(parcels["2"]).toEqual({ tracking: "T-2", codes: { a: "C1", b: "C2 C3" } });
});

test("reports unknown orders and the number of surplus lines", () => {
  const { parcels, unknown, tooMany } = readPastedParcels(`${other},T-9\nT-1\nT-2\nT-3\nT-4`, orders);
  expect(unknown).toEqual([other]);
  expect(tooMany).toBe(1);
  expect(Object.keys(parcels)).toHaveLength(3);
});

describe("checkParcels", () => {
  const typed =
    (values: Record<string, string>) =>
    (states: Record<string, CodeState> = {}) =>
      checkParcels(orders, values, states);

  test("a parcel without tags is ready, until another one has a tracking number", () => {
    expect(typed({})().map(({ isReady }) => isReady)).toEqual([true, false, true]);
    expect(typed({ "tracking.1": "T-1" })().map(({ isReady }) => isReady)).toEqual([true, false, false]);
  });

  test("a parcel with tags is ready once all its codes are known to be free", () => {
    const scanned = typed({ "codes.a": "https://aleef.example/t/AAAA", "codes.b": "BBBB, CCCC" });
    expect(scanned()[1]).toMatchObject({ isReady: false, problems: {} });
    expect(scanned({ AAAA: "free", BBBB: "free", CCCC: "free" })[1]).toMatchObject({ isReady: true });
    const taken = scanned({ AAAA: "free", BBBB: "taken", CCCC: "free" })[1];
    expect(taken).toMatchObject({ isReady: false, problems: { b: { problem: "taken", codes: ["BBBB"] } } });
  });

  test("finds codes and tracking numbers that are there twice, too few and too many", () => {
    const problems = (values: Record<string, string>) => typed(values)()[1]?.problems;
    expect(problems({ "codes.a": "AAAA", "codes.b": "aaaa BBBB" })).toMatchObject({
      a: { problem: "twice" },
      b: { problem: "twice", codes: ["aaaa"] },
    });
    expect(problems({ "codes.b": "BBBB" })).toEqual({ b: { problem: "missing", codes: ["BBBB"], count: 1 } });
    expect(problems({ "codes.a": "AAAA BBBB" })).toEqual({ a: { problem: "tooMany", codes: ["BBBB"], count: 1 } });
    const both = typed({ "tracking.1": "T-1", "tracking.3": " T-1" })();
    expect(both.map(({ isTrackingTwice, isReady }) => [isTrackingTwice, isReady])).toEqual([
      [true, false],
      [false, false],
      [true, false],
    ]);
  });
});
