// A person whose form fails would see the words of a program, or nothing, instead of what to do.
import { pino } from "pino";
import { RouterContextProvider, redirect } from "react-router";
import { expect, test } from "vitest";
import * as z from "zod";
import { getTranslator } from "#app/locales/words.server.ts";
import type { AppContext } from "../../app-context.server.ts";
import { notFound } from "../../app-error.server.ts";
import { appContext, type RequestInfo, requestInfoContext } from "../request-info.server.ts";
import { defineIntent, handleForm, handleIntents } from "./form.server.ts";

test.each(["constructor", "__proto__", "toString", "hasOwnProperty", "", "nothing"])(
  "rejects the unknown intent %j, even if every object has a property of that name",
  async (name) => {
    const request = new Request("http://localhost/x", { method: "POST", body: new URLSearchParams({ intent: name }) });
    const intents = { save: defineIntent(z.object({}), async () => new Response("saved")) };
    const response = await handleIntents({ request, context: new RouterContextProvider() }, intents).catch(
      (one) => one,
    );
    expect((response as Response).status).toBe(400);
  },
);

test("answers an unexpected error with the form's message and only logs the error's text", async () => {
  const context = new RouterContextProvider();
  context.set(appContext, {
    log: pino({ level: "silent" }),
    translator: getTranslator,
    fallback: { dbHealth: { isDownAfter: () => false } },
  } as unknown as AppContext);
  context.set(requestInfoContext, { t: getTranslator("en"), language: "en", id: "1" } as RequestInfo);
  const request = new Request("http://localhost/x", { method: "POST", body: new URLSearchParams({ name: "Mona" }) });
  const answer = await handleForm({ request, context }, z.object({ name: z.string() }), async () => {
    throw new Error("canary: duplicate key (email)=(victim@example.com)");
  });
  expect(answer).toMatchObject({
    init: { status: 500 },
    data: { refusal: getTranslator("en")("common.error.general") },
  });
  expect(JSON.stringify(answer)).not.toContain("canary");
});

test("says of something deleted that it no longer exists, not that the page does not", async () => {
  const context = new RouterContextProvider();
  context.set(appContext, { translator: getTranslator } as unknown as AppContext);
  context.set(requestInfoContext, { t: getTranslator("en"), language: "en", id: "1" } as RequestInfo);
  const request = new Request("http://localhost/x", { method: "POST", body: new URLSearchParams() });
  const answer = await handleForm({ request, context }, z.object({}), () => Promise.reject(notFound()));
  expect(answer).toMatchObject({
    init: { status: 404 },
    data: { refusal: "This no longer exists, or you no longer have access to it." },
  });
});

test("translates a message that is a translation key of any namespace", async () => {
  const context = new RouterContextProvider();
  context.set(appContext, { translator: getTranslator } as unknown as AppContext);
  context.set(requestInfoContext, { t: getTranslator("en"), language: "en", id: "1" } as RequestInfo);
  const request = new Request("http://localhost/x", { method: "POST", body: new URLSearchParams({ code: "12" }) });
  const schema = z.object({ code: z.string().refine(() => false, { error: "twoFactor.notACode" }) });
  const answer = await handleForm({ request, context }, schema, async () => new Response());
  expect(answer).toMatchObject({ data: { form: { error: { code: [getTranslator("en")("twoFactor.notACode")] } } } });
});

test("a redirect makes the router reload the page's data, even for the same page", async () => {
  const context = new RouterContextProvider();
  context.set(appContext, { translator: getTranslator } as unknown as AppContext);
  context.set(requestInfoContext, { t: getTranslator("en"), language: "en", id: "1" } as RequestInfo);
  const post = (work: () => Promise<Response>) =>
    handleForm(
      { request: new Request("http://localhost/x", { method: "POST", body: new URLSearchParams() }), context },
      z.object({}),
      work,
    );
  const redirected = (await post(async () => redirect("/x#code", 303))) as Response;
  expect([redirected.status, redirected.headers.get("location"), redirected.headers.has("x-remix-revalidate")]).toEqual(
    [303, "/x#code", true],
  );
  expect(((await post(async () => Response.json(null))) as Response).headers.has("x-remix-revalidate")).toBe(false);
});

test("distinguishes a missing value from one that is not allowed", async () => {
  const context = new RouterContextProvider();
  context.set(appContext, { translator: getTranslator } as unknown as AppContext);
  context.set(requestInfoContext, { t: getTranslator("en"), language: "en", id: "1" } as RequestInfo);
  const schema = z.object({
    gender: z.enum(["male", "female"]),
    weight: z.number(),
    kind: z.enum(["lost"], { error: "form.required" }),
    missing: z.enum(["male"]),
    empty: z.string(),
  });
  const body = new URLSearchParams({ gender: "dragon", weight: "heavy", kind: "dragon", empty: "" });
  const request = new Request("http://localhost/x", { method: "POST", body });
  const answer = await handleForm({ request, context }, schema, async () => new Response());
  const [required, invalid] = ["This field is required", "This value isn't valid"];
  expect(answer).toMatchObject({
    data: {
      form: {
        error: { gender: [invalid], weight: [invalid], kind: [required], missing: [required], empty: [required] },
      },
    },
  });
});
