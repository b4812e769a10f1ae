import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider } from "react-router";
import type * as z from "zod";
import type { $ZodIssue } from "zod/v4/core";
import type { Say, WordKey } from "../i18n/words.ts";
import { Refusal, waitOf } from "./refusal.server.ts";
import { requestInfoContext, worldContext } from "./request-info.server.ts";

export interface FormArgs {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** What an action answers when it said no: the form with what was typed and the sentences beside its fields. */
export interface FormAnswer {
  intent: string | null;
  form: SubmissionResult<string[]>;
  /** The sentence that belongs to no field. */
  refusal: string | null;
  /** Makes each refusal a new one, so that the same sentence is announced again. */
  at: number;
}

const isKey = /^[a-z][A-Za-z]*(\.[A-Za-z0-9]+)+$/;

/** The sentence for one thing that is wrong, in the reader's language. */
function sentence(issue: $ZodIssue, say: Say): string {
  if (issue.message && isKey.test(issue.message))
    return say(issue.message as WordKey, "params" in issue ? issue.params : {});
  if (issue.code === "invalid_type" || issue.code === "invalid_value")
    return say(issue.input === undefined ? "form.required" : "form.invalid");
  if (issue.code === "too_small") {
    if (issue.origin === "string")
      return issue.minimum === 1 ? say("form.required") : say("form.minLength", { length: issue.minimum });
    return say("form.min", { min: String(issue.minimum) });
  }
  if (issue.code === "too_big") {
    if (issue.origin === "string") return say("form.maxLength", { length: issue.maximum });
    return say("form.max", { max: String(issue.maximum) });
  }
  if (issue.code === "invalid_format" && issue.format === "email") return say("form.email");
  return say("form.invalid");
}

const passwordFields = /password/i;

/** What was typed goes back into the form, except passwords. */
function withoutSecrets(form: SubmissionResult<string[]>): SubmissionResult<string[]> {
  if (!form.initialValue) return form;
  const kept = Object.entries(form.initialValue).filter(([key]) => !passwordFields.test(key));
  return { ...form, initialValue: Object.fromEntries(kept) };
}

/**
 * What was done changes what is shown. Without this the router takes a way to another place of the same page for nothing
 * new when something else was read again meanwhile.
 */
function readAgain(answer: Response): Response {
  if (answer.headers.has("location")) answer.headers.set("x-remix-revalidate", "yes");
  return answer;
}

/**
 * Reads the posted form by `schema` and hands the value to `work`. A wrong value or a Refusal becomes a 4xx answer that
 * keeps what was typed and says, in the reader's language, what is wrong and where. Any other error is a fault:
 * it is logged and answered with the sentence `failed`, so that the form and what was typed stay.
 */
export async function handleForm<Schema extends z.ZodType>(
  { request, context }: FormArgs,
  schema: Schema,
  work: (value: z.output<Schema>) => Promise<Response>,
  options: { posted?: FormData; failed?: WordKey | undefined } = {},
) {
  const info = context.get(requestInfoContext);
  const { t, id } = info;
  const formData = options.posted ?? (await readFormData(request));
  const intent = String(formData.get("intent") ?? "") || null;
  const submission = parseWithZod(formData, {
    schema,
    formatError: (issues: $ZodIssue[]) => issues.map((issue) => sentence(issue, t)),
  });
  const answer = (form: SubmissionResult<string[]>, refusal: string | null, status: number) =>
    data<FormAnswer>({ intent, form: withoutSecrets(form), refusal, at: Date.now() }, { status });
  // A list's own buttons (add, move, remove) are answered with the form as it now is; nothing was refused.
  const isInstruction = formData.has("__intent__");
  if (submission.status !== "success") return answer(submission.reply() as never, null, isInstruction ? 200 : 400);
  try {
    return readAgain(await work(submission.value));
  } catch (error) {
    if (!(error instanceof Refusal)) {
      if (!(error instanceof Error)) throw error;
      const { log, standby } = context.get(worldContext);
      log.error({ err: error, id }, "a form could not be carried out");
      info.isAway = standby.reach.isAwayAfter(error);
      const failure = t(info.isAway ? "site.away" : (options.failed ?? "site.error.general"));
      return answer(submission.reply({ formErrors: [failure] } as never) as never, failure, 500);
    }
    info.retryAfter = waitOf(error);
    const message = t(error.code, error.params);
    const reply = error.field ? { fieldErrors: { [error.field]: [message] } } : { formErrors: [message] };
    return answer(submission.reply(reply as never) as never, error.field ? null : message, error.status);
  }
}

const mostFields = 300;
const largestIndex = 100;

/**
 * The posted fields. Refuses what no form of ours sends and what would be costly to read: more than 300 fields, a list's
 * index above 100 (the reader would build the whole list), instructions to the form's reader that are not JSON.
 */
export async function readFormData(request: Request): Promise<FormData> {
  const bad = () => new Response("Bad form", { status: 400 });
  const form = await request.formData().catch(() => {
    throw bad();
  });
  const names = [...form.keys()];
  if (names.length > mostFields || names.some((name) => name.length > 200 || hasLargeIndex(name))) throw bad();
  for (const instruction of ["__intent__", "__state__"]) {
    const value = form.get(instruction);
    if (typeof value === "string" && !isJson(value)) throw bad();
  }
  return form;
}

function hasLargeIndex(name: string): boolean {
  return [...name.matchAll(/\[(\d*)\]/g)].some(([, index]) => Number(index) > largestIndex);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export interface Intent<Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  work: (value: z.output<Schema>) => Promise<Response>;
  failed?: WordKey | undefined;
}

export function intent<Schema extends z.ZodType>(
  schema: Schema,
  work: (value: z.output<Schema>) => Promise<Response>,
  failed?: WordKey,
): Intent {
  return { schema, work, failed } as unknown as Intent;
}

/** Several forms of one screen, told apart by their field `intent`; an unknown one is answered 400. */
export async function handleIntents(args: FormArgs, intents: Record<string, Intent>) {
  const formData = await readFormData(args.request);
  const name = String(formData.get("intent"));
  const chosen = Object.hasOwn(intents, name) ? intents[name] : undefined;
  if (!chosen) throw new Response("Unknown intent", { status: 400 });
  return handleForm(args, chosen.schema, chosen.work, { posted: formData, failed: chosen.failed });
}
