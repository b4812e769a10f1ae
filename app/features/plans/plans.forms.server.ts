import * as z from "zod";
import {
  addFieldIssue,
  always,
  createDayField,
  createLineField,
  createMoneyField,
  createOptionalField,
  createTextField,
  versionField,
} from "#app/platform/http/forms/fields.server.ts";
import {
  getFirstPrices,
  givenMonths,
  lengths,
  maxPlanPrice,
  type Offer,
  offerKey,
  offersOf,
  paidPlans,
} from "./plans.rules.ts";
import { maxLengths, payableMethods, paymentMethods, rejectReasons } from "./upgrade-requests.rules.ts";

const id = z.uuid();

const offers = new Map<string, Omit<Offer, "priceCents">>(
  offersOf(getFirstPrices()).map(({ plan, months }) => [offerKey({ plan, months }), { plan, months }]),
);

export const upgradeForm = z
  .object({
    /** `comfort-12`: plan and number of months. */
    offer: z.string().max(40),
    paymentMethod: z.enum(paymentMethods, { error: "subscription.chooseHow" }),
    reference: createOptionalField(createLineField(maxLengths.reference)),
    notes: createOptionalField(createTextField(maxLengths.notes)),
    proof: z.instanceof(File).optional(),
    /** Price of each offer shown on the page, in minor units; only used to detect that it has changed. */
    seen: z.record(z.string(), z.coerce.number().int()).default({}),
  })
  .superRefine(({ offer, paymentMethod, notes }, context) => {
    if (!offers.has(offer)) addFieldIssue(context, "offer", "subscription.chooseOffer");
    if (paymentMethod === "other" && !notes) addFieldIssue(context, "notes", "subscription.otherNeedsNotes");
  }, always)
  .transform(({ offer, seen, proof, ...form }) => {
    const wanted = offers.get(offer);
    if (!wanted) return z.NEVER;
    return { ...form, ...wanted, seenCents: seen[offer], proof: proof?.size ? proof : undefined };
  });
export type UpgradeForm = z.output<typeof upgradeForm>;
export type UpgradeFields = z.input<typeof upgradeForm>;

export const withdrawForm = z.object({ requestId: id });
export const approveForm = z.object({ requestId: id });
export const rejectForm = z
  .object({
    requestId: id,
    reason: z.enum(rejectReasons),
    note: createOptionalField(createTextField(maxLengths.reviewNote)),
  })
  .superRefine(({ reason, note }, context) => {
    if (reason === "other" && !note) addFieldIssue(context, "note", "upgradeReview.otherNeedsNote");
  }, always);
export type RejectForm = z.output<typeof rejectForm>;
/** Form to approve a rejected request, which needs a note. */
export const reapproveForm = z.object({ requestId: id, note: createTextField(maxLengths.reviewNote).min(1) });
export type ReapproveForm = z.output<typeof reapproveForm>;

const day = createDayField("form.invalid");
/** Fields of a plan granted by an administrator: for a number of months, or until the end of a day. */
export const givenPlanFields = {
  plan: z.enum(paidPlans),
  length: z.enum([...givenMonths.map(String), "until"]),
  until: createOptionalField(z.union([z.literal(""), day])),
};

const price = createMoneyField({ maxWhole: maxPlanPrice });
const pricesOfPlan = z
  .object(Object.fromEntries(lengths.map((months) => [`m${months}`, price])) as Record<`m${1 | 6 | 12}`, typeof price>)
  .transform(({ m1, m6, m12 }) => ({ 1: m1, 6: m6, 12: m12 }));
const payTo = createLineField(maxLengths.payTo).default("");

export const planSettingsForm = z.object({
  version: versionField,
  prices: z.object({ comfort: pricesOfPlan, "rescue-plus": pricesOfPlan }),
  payTo: z
    .object(
      Object.fromEntries(payableMethods.map((method) => [method, payTo])) as Record<
        (typeof payableMethods)[number],
        typeof payTo
      >,
    )
    .prefault({}),
});
export type PlanSettingsFields = z.input<typeof planSettingsForm>;
