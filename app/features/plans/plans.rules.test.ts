// A member would be refused what they paid for, or others would get it for nothing.
import { describe, expect, test } from "vitest";
import {
  canAddPet,
  getFirstPrices,
  isAtLeast,
  offerKey,
  offersOf,
  plans,
  pushesScans,
  replacesFree,
  sharesLive,
} from "./plans.rules.ts";

test.each([
  ["basic", 0, true],
  ["basic", 1, false],
  ["basic", 5, false],
  ["comfort", 2, true],
  ["comfort", 3, false],
  ["rescue-plus", 10_000, true],
] as const)("%s with %i pets can add a pet: %s", (plan, count, may) => {
  expect(canAddPet(plan, count)).toBe(may);
});

describe("plan features", () => {
  test("each plan includes all smaller ones", () => {
    const holds = plans.map((plan) => plans.filter((other) => isAtLeast(plan, other)));
    expect(holds).toEqual([["basic"], ["basic", "comfort"], ["basic", "comfort", "rescue-plus"]]);
  });

  test("push is included from Comfort, live location and free replacements from Rescue Plus", () => {
    expect(plans.filter(pushesScans)).toEqual(["comfort", "rescue-plus"]);
    expect(plans.filter(sharesLive)).toEqual(["rescue-plus"]);
    expect(plans.filter(replacesFree)).toEqual(["rescue-plus"]);
  });
});

test("offersOf returns each paid plan for each length with its price", () => {
  const offers = offersOf(getFirstPrices());
  expect(offers.map((offer) => `${offerKey(offer)} ${offer.priceCents}`)).toEqual([
    "comfort-1 299",
    "comfort-6 1499",
    "comfort-12 2699",
    "rescue-plus-1 599",
    "rescue-plus-6 2999",
    "rescue-plus-12 5399",
  ]);
});
