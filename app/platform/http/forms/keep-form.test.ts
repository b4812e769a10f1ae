// A form that did not reach the server loses what was typed, or its draft is deleted although nothing was sent.
import { type DataStrategyResult, data, redirect } from "react-router";
import { expect, test } from "vitest";
import { unsentForm } from "#app/platform/ui/connection/unsent-form.ts";
import { onFormAccepted } from "#app/platform/ui/forms/drafts.ts";
import { keepForm } from "./keep-form.ts";

/**
 * Submits a form whose action returns or throws the given result, as the router passes it on; returns the forms that were
 * announced as accepted.
 */
async function submit(outcome: DataStrategyResult): Promise<string[]> {
  const accepted: string[] = [];
  const stop = onFormAccepted((path) => accepted.push(path));
  const request = new Request("http://localhost/community-reports/new?kind=lost", { method: "POST" });
  await keepForm({ request } as Parameters<typeof keepForm>[0], async () => ({ route: outcome }));
  stop();
  return accepted;
}

test("announces a form as accepted when the server responds with a redirect", async () => {
  const accepted = await submit({ type: "error", result: redirect("/community-reports/new?sent") });
  expect(accepted).toEqual(["/community-reports/new?kind=lost"]);
});

test.each([
  ["a form with errors", { type: "data", result: data({ form: { error: { area: ["missing"] } } }, 400) }, null],
  ["missing", { type: "error", result: data(new TypeError("Failed to fetch")) }, "noAnswer"],
  ["an error page", { type: "error", result: new Response(null, { status: 500 }) }, "failed"],
  ["an exception of the action", { type: "error", result: data(new Error("Unexpected Server Error")) }, "failed"],
  ["a page that does not exist", { type: "error", result: new Response(null, { status: 404 }) }, null],
] as const)("does not announce a form as accepted when the response is %s", async (_, outcome, reason) => {
  expect(await submit(outcome)).toEqual([]);
  expect(unsentForm.get()).toBe(reason);
});
