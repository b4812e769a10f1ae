import * as z from "zod";
import { signInNameField } from "#app/features/auth/auth.forms.server.ts";
import { givenPlanFields } from "#app/features/plans/plans.forms.server.ts";
import {
  addFieldIssue,
  always,
  createLineField,
  createTextField,
  versionField,
} from "#app/platform/http/forms/fields.server.ts";
import { maxEmailLengths, maxNoteLength, maxReasonLength } from "./admin-users.rules.ts";

/** A decision about an account in the state that the administrator saw (`version`). */
export const decisionForm = z.object({ version: versionField });

/** Reason, shown to other administrators. */
export const suspendReason = { reason: createLineField(maxReasonLength).min(1) };

/** A decision with a reason. */
export const reasonedForm = z.object({ version: versionField, ...suspendReason });

/** Form to give a plan without a request. */
export const givePlanForm = z
  .object({ version: versionField, ...givenPlanFields, ...suspendReason })
  .superRefine(({ length, until }, context) => {
    if (length === "until" && !until) addFieldIssue(context, "until", "form.required");
  }, always);
export type GivePlanForm = z.output<typeof givePlanForm>;

/** Note about a user; `version` is that of the note, 0 for none. */
export const noteForm = z.object({
  version: versionField,
  note: createTextField(maxNoteLength).optional().default(""),
});

export const userEmailForm = z.object({
  subject: createLineField(maxEmailLengths.subject).min(1),
  body: createTextField(maxEmailLengths.body).min(1),
});
export type UserEmailForm = z.output<typeof userEmailForm>;

export const eraseForm = z.object({ version: versionField, confirm: signInNameField });
