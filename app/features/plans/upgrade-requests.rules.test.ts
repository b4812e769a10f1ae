// Somebody could withdraw another person's request, or get a receipt for what was never paid.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canApprove,
  canWithdraw,
  hasReceipt,
  receiptNumber,
  referenceKey,
  requestStatuses,
} from "./upgrade-requests.rules.ts";

const admin = { id: "a", role: "admin" } as const;
const owner = { id: "o", role: "user" } as const;

describe("canApprove", () => {
  test("requires an administrator", () => {
    expect(canApprove(owner, { userId: "x" }, 0)).toBe(false);
    expect(canApprove(admin, { userId: "x" }, 3)).toBe(true);
    expect(canApprove(admin, { userId: null }, 3)).toBe(true);
  });

  test("rejects the administrator's own request when there are others", () => {
    expect(canApprove(admin, { userId: "a" }, 1)).toBe(false);
    expect(canApprove(admin, { userId: "a" }, 0)).toBe(true);
  });
});

test("only the owner can withdraw a request, until it is decided", () => {
  for (const status of requestStatuses) {
    expect(canWithdraw(owner, { userId: "o", status })).toBe(status === "pending");
    expect(canWithdraw(admin, { userId: "o", status })).toBe(false);
    expect(canWithdraw(owner, { userId: null, status })).toBe(false);
  }
});

test("only approved requests have a receipt, numbered with at least six digits", () => {
  expect(requestStatuses.filter((status) => hasReceipt({ status }))).toEqual(["approved"]);
  expect([receiptNumber({ number: 42 }), receiptNumber({ number: 1_234_567 })]).toEqual(["ALP-000042", "ALP-1234567"]);
});

describe("referenceKey", () => {
  test.each([
    ["٠١٢-ab 3", "012AB3"],
    ["012AB3", "012AB3"],
    ["ＡＢ１２", "AB12"],
    ["تحويل ٤٤", "تحويل44"],
  ])("normalizes %j to %j", (written, key) => {
    expect(referenceKey(written)).toBe(key);
  });

  test.each([null, undefined, "", "----", "12 3", " - a1 2"])("returns null for %j, which is too short", (written) => {
    expect(referenceKey(written)).toBeNull();
  });

  test("ignores separators", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Z]{4,20}$/), fc.constantFrom(" ", "-", "/", "."), (reference, between) => {
        expect(referenceKey([...reference].join(between).toLowerCase())).toBe(reference);
      }),
    );
  });
});
