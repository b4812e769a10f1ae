import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import * as z from "zod";
import { handleIntents, intent } from "./form.server.ts";

test.each(["constructor", "__proto__", "toString", "hasOwnProperty", "", "nothing"])(
  "the intent %j is unknown, not a thing that every object has",
  async (name) => {
    const request = new Request("http://localhost/x", { method: "POST", body: new URLSearchParams({ intent: name }) });
    const intents = { save: intent(z.object({}), async () => new Response("saved")) };
    const refused = await handleIntents({ request, context: new RouterContextProvider() }, intents).catch((one) => one);
    expect((refused as Response).status).toBe(400);
  },
);
