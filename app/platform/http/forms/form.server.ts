import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import * as z from "zod";
import type { $ZodIssue } from "zod/v4/core";
import type { Translate, WordKey } from "../../i18n/words.ts";
import { AppError, getRetryAfter } from "../app-error.server.ts";
import { appContext, requestInfoContext } from "../request-info.server.ts";
import { type BodyArgs, type BodyOptions, parseForm } from "./request-body.server.ts";

export type FormArgs = BodyArgs;

/** The shape of a form that is nothing but its button. */
export const emptyForm = z.object({});

/** What a form may bring beside its plain fields. */
export interface FormOptions extends BodyOptions {
  /** The form, where the action has read it already. */
  posted?: FormData | undefined;
  /** Lists whose rows the form's own buttons add, remove and move without a script. */
  lists?: readonly string[] | undefined;
}

/** What an action answers when it said no: the form with what was typed and the sentences beside its fields. */
export interface FormAnswer {
  intent: string | null;
  form: SubmissionResult<string[]>;
  /** The sentence that belongs to no field. */
  refusal: string | null;
  /** What the page showed is no longer so: it is read again beside what was typed. */
  isOutdated?: boolean;
  /** Makes each refusal a new one, so that the same sentence is announced again. */
  at: number;
}

const isKey = /^[a-z][A-Za-z]*(\.[A-Za-z0-9]+)+$/;

/** The sentence for one thing that is wrong, in the reader's language. */
function sentence(issue: $ZodIssue, t: Translate): string {
  if (issue.message && isKey.test(issue.message))
    return t(issue.message as WordKey, "params" in issue ? issue.params : {});
  if (issue.code === "invalid_type" || issue.code === "invalid_value")
    return t(issue.input === undefined ? "form.required" : "form.invalid");
  if (issue.code === "too_small") {
    if (issue.origin === "string")
      return issue.minimum === 1 ? t("form.required") : t("errors.minLength", { length: issue.minimum });
    return t("errors.min", { min: String(issue.minimum) });
  }
  if (issue.code === "too_big") {
    if (issue.origin === "string") return t("form.maxLength", { length: issue.maximum });
    return t("errors.max", { max: String(issue.maximum) });
  }
  if (issue.code === "invalid_format" && issue.format === "email") return t("errors.email");
  return t("form.invalid");
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
 * Reads the posted form by `schema` and hands the value to `work`. A wrong value or a AppError becomes a 4xx answer that
 * keeps what was typed and says, in the reader's language, what is wrong and where. Any other error is a fault:
 * it is logged and answered with the sentence `failed`, so that the form and what was typed stay.
 */
export async function handleForm<Schema extends z.ZodType>(
  args: FormArgs,
  schema: Schema,
  work: (value: z.output<Schema>) => Promise<Response>,
  options: FormOptions & { failed?: WordKey | undefined } = {},
) {
  const { context } = args;
  const info = context.get(requestInfoContext);
  const { t, id } = info;
  const formData = options.posted ?? (await readPosted(args, options));
  if (!(formData instanceof FormData)) return formData;
  const isInstruction = takeInstruction(formData, options.lists ?? []);
  if (isInstruction === "unreadable") return refusedBody(args, new AppError("errors.bodyUnreadable", 400));
  const intent = String(formData.get("intent") ?? "") || null;
  const submission = parseWithZod(formData, {
    schema,
    formatError: (issues: $ZodIssue[]) => issues.map((issue) => sentence(issue, t)),
  });
  const answer = (form: SubmissionResult<string[]>, refusal: string | null, status: number, isOutdated = false) =>
    data<FormAnswer>({ intent, form: withoutSecrets(form), refusal, isOutdated, at: Date.now() }, { status });
  // A list's own buttons (add, move, remove) are answered with the form as it now is; nothing was refused.
  if (submission.status !== "success") return answer(submission.reply() as never, null, isInstruction ? 200 : 400);
  try {
    return readAgain(await work(submission.value));
  } catch (error) {
    if (!(error instanceof AppError)) {
      if (!(error instanceof Error)) throw error;
      const { log, fallback } = context.get(appContext);
      log.error({ err: error, id }, "a form could not be carried out");
      info.isAway = fallback.dbHealth.isAwayAfter(error);
      const failure = t(info.isAway ? "common.away" : (options.failed ?? "common.error.general"));
      return answer(submission.reply({ formErrors: [failure] } as never) as never, failure, 500);
    }
    info.retryAfter = getRetryAfter(error);
    const message = t(error.code, error.params);
    const reply = error.field ? { fieldErrors: { [error.field]: [message] } } : { formErrors: [message] };
    // Two versions of one thing are compared by the form itself, which keeps the version that it began with.
    const isOutdated = error.status === 409 && error.field !== "version";
    return answer(submission.reply(reply as never) as never, error.field ? null : message, error.status, isOutdated);
  }
}

/** The answer to a body that was not read to its end: the page keeps what was typed and says why. */
function refusedBody({ context }: FormArgs, { code, status, params }: AppError) {
  const message = context.get(requestInfoContext).t(code, params);
  const form: SubmissionResult<string[]> = { status: "error", error: { "": [message] } };
  return data<FormAnswer>({ intent: null, form, refusal: message, at: Date.now() }, { status });
}

/** The posted form, or the answer to one that cannot be read; for actions that look at it before `handleForm` does. */
export async function readPosted(args: FormArgs, options: BodyOptions = {}) {
  try {
    return await parseForm(args, options);
  } catch (error) {
    if (error instanceof AppError) return refusedBody(args, error);
    throw error;
  }
}

const place = z.number().int().min(0).max(100);
const instruction = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("insert"), payload: z.strictObject({ name: z.string(), index: place.optional() }) }),
  z.strictObject({ type: z.literal("remove"), payload: z.strictObject({ name: z.string(), index: place }) }),
  z.strictObject({
    type: z.literal("reorder"),
    payload: z.strictObject({ name: z.string(), from: place, to: place }),
  }),
]);

/**
 * Leaves in the form only an instruction to the form library that one of `lists` has a button for: the library itself
 * obeys any, with any value at any index. Says whether there is one, or that it is none of ours. One that is none of ours
 * is refused, not passed over: a form sent only to be looked at must not be carried out.
 */
function takeInstruction(form: FormData, lists: readonly string[]): boolean | "unreadable" {
  const sent = form.getAll("__intent__");
  if (form.has("__state__")) return "unreadable";
  if (sent.length === 0) return false;
  const read = instruction.safeParse(sent.length === 1 ? parsed(sent[0]) : null);
  // A list that came as a single value has no rows to move.
  if (!read.success || !lists.includes(read.data.payload.name) || form.has(read.data.payload.name)) return "unreadable";
  form.set("__intent__", JSON.stringify(read.data));
  return true;
}

function parsed(text: FormDataEntryValue | undefined): unknown {
  try {
    return JSON.parse(String(text).slice(0, 1000));
  } catch {
    return null;
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
export async function handleIntents(args: FormArgs, intents: Record<string, Intent>, options: FormOptions = {}) {
  const posted = options.posted ?? (await readPosted(args, options));
  if (!(posted instanceof FormData)) return posted;
  const name = String(posted.get("intent"));
  const chosen = Object.hasOwn(intents, name) ? intents[name] : undefined;
  if (!chosen) throw new Response("Unknown intent", { status: 400 });
  return handleForm(args, chosen.schema, chosen.work, { ...options, posted, failed: chosen.failed });
}
