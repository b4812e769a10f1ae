import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import * as z from "zod";
import type { $ZodErrorMap, $ZodIssue } from "zod/v4/core";
import type { AppContext } from "../../app-context.server.ts";
import { AppError, getFormMessage, getRetryAfter } from "../../app-error.server.ts";
import type { Translate, WordKey } from "../../i18n/words.ts";
import { appContext, type RequestInfo, requestInfoContext } from "../request-info.server.ts";
import { type BodyArgs, type BodyOptions, readFormBody } from "./request-body.server.ts";

export type FormArgs = BodyArgs;

/** Schema of a form without fields. */
export const emptyForm = z.object({});

export interface FormOptions extends BodyOptions {
  /** Form data, if the action has parsed it already. */
  posted?: FormData | undefined;
  /** Names of lists whose rows can be added, removed and moved by buttons, without JavaScript. */
  lists?: readonly string[] | undefined;
}

/** Response of an action that rejected a form: the submitted values, with messages at their fields. */
export interface FormAnswer {
  intent: string | null;
  form: SubmissionResult<string[]>;
  /** Message that belongs to no field. */
  refusal: string | null;
  /** Whether the page's data is outdated and has to be reloaded; typed values are kept. */
  isOutdated?: boolean;
  /** Time of the response, so that a repeated message is announced again. */
  at: number;
}

const isKey = /^[a-z][A-Za-z]*(\.[A-Za-z0-9]+)+$/;

/** Names the message for a value that is there but not allowed; only at this stage does zod tell what was submitted. */
const nameInvalidValue: $ZodErrorMap = ({ code, input }) =>
  (code === "invalid_type" || code === "invalid_value") && input !== undefined ? "form.invalid" : undefined;

/** Translates one validation issue. */
function translateIssue(issue: $ZodIssue, t: Translate): string {
  if (issue.message && isKey.test(issue.message))
    return t(issue.message as WordKey, "params" in issue ? issue.params : {});
  if (issue.code === "invalid_type" || issue.code === "invalid_value") return t("form.required");
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

/**
 * Returns the error to show with the form that caused it: an AppError as it is; any other error is logged and becomes one
 * that says to try again, so that what was typed is not lost to an error page. A Response is thrown on.
 */
export function toRefusal({ log }: Pick<AppContext, "log">, { id }: RequestInfo, error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) throw error;
  log.error({ err: error, id }, "form action failed");
  return new AppError("common.error.general", 500);
}

const passwordFields = /password/i;

/** Removes passwords from the submitted values. */
function withoutSecrets(form: SubmissionResult<string[]>): SubmissionResult<string[]> {
  if (!form.initialValue) return form;
  const fields = Object.entries(form.initialValue).filter(([key]) => !passwordFields.test(key));
  return { ...form, initialValue: Object.fromEntries(fields) };
}

/**
 * Makes the router reload the page's data. Without this, a redirect to an anchor on the same page would load nothing if
 * something else was loaded meanwhile.
 */
function withRevalidation(answer: Response): Response {
  if (answer.headers.has("location")) answer.headers.set("x-remix-revalidate", "yes");
  return answer;
}

/**
 * Parses the submitted form with `schema` and calls `work` with the value. An invalid value or an AppError becomes a
 * 4xx response with the submitted values and translated messages. Any other error is logged and answered with the
 * message `failed` and status 500, so that the form stays.
 */
export async function handleForm<Schema extends z.ZodType>(
  args: FormArgs,
  schema: Schema,
  work: (value: z.output<Schema>) => Promise<Response>,
  options: FormOptions & { failed?: WordKey | undefined } = {},
) {
  const { context } = args;
  const info = context.get(requestInfoContext);
  const { id, t } = info;
  const formData = options.posted ?? (await readPosted(args, options));
  if (!(formData instanceof FormData)) return formData;
  const isListIntent = readListIntent(formData, options.lists ?? []);
  if (isListIntent === "unreadable") return rejectBody(args, new AppError("errors.bodyUnreadable", 400));
  const intent = String(formData.get("intent") ?? "") || null;
  const submission = parseWithZod(formData, {
    schema,
    error: nameInvalidValue,
    formatError: (issues: $ZodIssue[]) => issues.map((issue) => translateIssue(issue, t)),
  });
  const answer = (form: SubmissionResult<string[]>, refusal: string | null, status: number, isOutdated = false) => {
    // The page may not show the field, such as one of a row that is gone.
    info.refusal = refusal ?? Object.values(form.error ?? {}).flatMap((texts) => texts ?? [])[0];
    return data<FormAnswer>({ intent, form: withoutSecrets(form), refusal, isOutdated, at: Date.now() }, { status });
  };
  // The response to a list's buttons is the changed form, which is no error.
  if (submission.status !== "success") return answer(submission.reply() as never, null, isListIntent ? 200 : 400);
  try {
    return withRevalidation(await work(submission.value));
  } catch (error) {
    if (!(error instanceof AppError)) {
      if (!(error instanceof Error)) throw error;
      const { log, fallback } = context.get(appContext);
      log.error({ err: error, id }, "form action failed");
      info.isDatabaseDown = fallback.dbHealth.isDownAfter(error);
      const failure = t(info.isDatabaseDown ? "errorPage.outage" : (options.failed ?? "common.error.general"));
      return answer(submission.reply({ formErrors: [failure] } as never) as never, failure, 500);
    }
    info.retryAfter = getRetryAfter(error);
    const message = t(getFormMessage(error), error.params);
    const reply = error.field ? { fieldErrors: { [error.field]: [message] } } : { formErrors: [message] };
    // The form compares the two versions of the record itself and keeps the one it started with.
    const isOutdated = error.status === 409 && error.field !== "version";
    return answer(submission.reply(reply as never) as never, error.field ? null : message, error.status, isOutdated);
  }
}

/** Returns the response to a body that was not fully read: the page keeps what was typed and shows the reason. */
function rejectBody(args: FormArgs, { code, status, params }: AppError) {
  const info = args.context.get(requestInfoContext);
  const message = info.t(code, params);
  info.refusal = message;
  const form: SubmissionResult<string[]> = { status: "error", error: { "": [message] } };
  return data<FormAnswer>({ intent: null, form, refusal: message, at: Date.now() }, { status });
}

/**
 * Returns the submitted form, or the error response to an unreadable one; for actions that inspect the form before
 * `handleForm`.
 */
export async function readPosted(args: FormArgs, options: BodyOptions = {}) {
  try {
    return await readFormBody(args, options);
  } catch (error) {
    if (error instanceof AppError) return rejectBody(args, error);
    throw error;
  }
}

const listIndex = z.number().int().min(0).max(100);
const listIntent = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("insert"),
    payload: z.strictObject({ name: z.string(), index: listIndex.optional() }),
  }),
  z.strictObject({ type: z.literal("remove"), payload: z.strictObject({ name: z.string(), index: listIndex }) }),
  z.strictObject({
    type: z.literal("reorder"),
    payload: z.strictObject({ name: z.string(), from: listIndex, to: listIndex }),
  }),
]);

/**
 * Accepts a Conform intent only if it changes one of `lists`; Conform itself would execute any. Returns whether there
 * is one, or "unreadable" for any other intent, which must be rejected: ignoring it would process a form that was only
 * submitted to change a list.
 */
function readListIntent(form: FormData, lists: readonly string[]): boolean | "unreadable" {
  const sent = form.getAll("__intent__");
  if (form.has("__state__")) return "unreadable";
  if (sent.length === 0) return false;
  const read = listIntent.safeParse(sent.length === 1 ? parseJson(sent[0]) : null);
  // A list submitted as a single value has no rows.
  if (!read.success || !lists.includes(read.data.payload.name) || form.has(read.data.payload.name)) return "unreadable";
  form.set("__intent__", JSON.stringify(read.data));
  return true;
}

function parseJson(text: FormDataEntryValue | undefined): unknown {
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

/** Declares one of a page's forms; `failed` replaces the page's message for an unexpected error. */
export function defineIntent<Schema extends z.ZodType>(
  schema: Schema,
  work: (value: z.output<Schema>) => Promise<Response>,
  failed?: WordKey,
): Intent {
  return { schema, work, failed } as unknown as Intent;
}

/**
 * Handles a page with several forms, which are distinguished by the field `intent`; rejects an unknown intent with 400.
 * An unexpected error is answered with the message `failed` (see `handleForm`).
 */
export async function handleIntents(
  args: FormArgs,
  intents: Record<string, Intent>,
  options: FormOptions & { failed?: WordKey } = {},
) {
  const posted = options.posted ?? (await readPosted(args, options));
  if (!(posted instanceof FormData)) return posted;
  const name = String(posted.get("intent"));
  const chosen = Object.hasOwn(intents, name) ? intents[name] : undefined;
  if (!chosen) throw new Response("Unknown intent", { status: 400 });
  return handleForm(args, chosen.schema, chosen.work, { ...options, posted, failed: chosen.failed ?? options.failed });
}
