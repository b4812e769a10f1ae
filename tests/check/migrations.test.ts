import { describe, expect, test } from "vitest";
import { findRenames } from "./migrations.ts";

describe("findRenames", () => {
  test.each([
    'ALTER TABLE "tags" RENAME TO "labels";',
    'ALTER TABLE "tags" RENAME COLUMN "code" TO "number";--> statement-breakpoint',
  ])("finds %s", (statement) => {
    expect(findRenames(statement)).toHaveLength(1);
  });

  test.each([
    'ALTER TABLE "tags" ADD COLUMN "code" text;',
    'ALTER TABLE "tags" RENAME CONSTRAINT "one" TO "other";',
    'ALTER INDEX "one" RENAME TO "other";',
  ])("allows %s", (statement) => {
    expect(findRenames(statement)).toEqual([]);
  });
});
