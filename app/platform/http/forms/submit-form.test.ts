import { type ClientActionFunctionArgs, redirect } from "react-router";
import { expect, test } from "vitest";
import { onFormAccepted } from "#app/platform/ui/forms/drafts.ts";
import { unsentForm } from "#app/platform/ui/forms/unsent-form.ts";
import { submitForm } from "./submit-form.ts";

/**
 * Submits a form whose `serverAction` returns or throws the given result; returns the forms that were announced as
 * accepted.
 */
async function submit(serverAction: () => Promise<unknown>): Promise<string[]> {
  const accepted: string[] = [];
  const stop = onFormAccepted((path) => accepted.push(path));
  const request = new Request("http://localhost/community-reports/new?kind=lost", { method: "POST" });
  await submitForm({ request, serverAction } as unknown as ClientActionFunctionArgs).catch(() => undefined);
  stop();
  return accepted;
}

test("announces a form as accepted when the server responds with a redirect", async () => {
  const accepted = await submit(async () => {
    throw redirect("/community-reports/new?sent");
  });
  expect(accepted).toEqual(["/community-reports/new?kind=lost"]);
});

test.each([
  ["a form with errors", async () => ({ form: { error: { area: ["missing"] } } }), null],
  ["missing", () => Promise.reject(new TypeError("Failed to fetch")), "noAnswer"],
  ["an error page", () => Promise.reject(new Response(null, { status: 500 })), "failed"],
  ["an exception of the action", () => Promise.reject(new Error("Unexpected Server Error")), "failed"],
  ["a page that does not exist", () => Promise.reject(new Response(null, { status: 404 })), null],
] as const)("does not announce a form as accepted when the response is %s", async (_, serverAction, reason) => {
  expect(await submit(serverAction)).toEqual([]);
  expect(unsentForm.get()).toBe(reason);
});
