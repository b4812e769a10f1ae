import * as z from "zod";
import { signInNameField } from "#app/features/auth/auth.forms.server.ts";
import { givenPlanFields } from "#app/features/plans/plans.forms.server.ts";
import { line } from "#app/platform/http/forms/text-fields.server.ts";
import { longestReason } from "./admin-users.rules.ts";

const version = z.coerce.number().int().min(1).max(2_147_483_647);

/** What an administrator decides about an account, as they saw it (`version`). */
export const decisionForm = z.object({ version });

/** Why, for the other administrators. */
export const suspendReason = { reason: line(longestReason).min(1) };

/** A decision that says why. */
export const reasonedForm = z.object({ version, ...suspendReason });

/** A plan given by hand. */
export const givePlanForm = z
  .object({ version, ...givenPlanFields, ...suspendReason })
  .superRefine(({ length, until }, context) => {
    if (length === "until" && !until)
      context.addIssue({ code: "custom", message: "form.required", path: ["until"], input: until });
  });
export type GivePlanForm = z.output<typeof givePlanForm>;

export const eraseForm = z.object({ version, confirm: signInNameField });
