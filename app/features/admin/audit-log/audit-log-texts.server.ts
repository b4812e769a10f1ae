import type { Fact, Facts, SubjectKind } from "#app/features/audit-log/audit-log.rules.ts";
import { categories, type ProductOption } from "#app/features/catalog/products.rules.ts";
import { reportStatuses } from "#app/features/lost-found/reports.rules.ts";
import { orderStatuses, payments } from "#app/features/orders/orders.rules.ts";
import { conditions, returnStatuses } from "#app/features/orders/returns.rules.ts";
import { genders, petHabits, petTypes } from "#app/features/pets/pets.rules.ts";
import { paidPlans } from "#app/features/plans/plans.rules.ts";
import { payableMethods, rejectReasons, requestStatuses } from "#app/features/plans/upgrade-requests.rules.ts";
import { tagStatuses } from "#app/features/tags/tags.rules.ts";
import { roles } from "#app/features/users/users.rules.ts";
import type { Translate, WordKey } from "#app/platform/i18n/words.ts";
import { governorates } from "#app/platform/map/governorates.ts";

type Reading = (t: Translate, text: string) => string;

/** Returns a formatter that translates a code by the owning feature's translations; unknown codes are unchanged. */
function translateCode<Code extends string>(codes: readonly Code[], key: (code: Code) => WordKey): Reading {
  return (t, text) => {
    const code = codes.find((one) => one === text);
    return code ? t(key(code)) : text;
  };
}

const received = { ok: "adminOrders.receivedOk", damaged: "adminOrders.receivedDamaged" } as const;

/** Format `comfort-6: $14.99, …` and `wallet: +20 …, …` with translated names of plans and payment methods. */
const prices: Reading = (t, text) =>
  text.replaceAll(/(?<![a-z-])([a-z-]+)-(\d+)(?=: )/g, (whole, plan, months) =>
    paidPlans.includes(plan)
      ? t("subscription.offerName", { plan: t(`plans.names.${plan as "comfort"}`), count: Number(months) })
      : whole,
  );
const payTo: Reading = (t, text) =>
  payableMethods.reduce((all, one) => all.replace(`${one}: `, `${t(`subscription.methods.${one}`)}: `), text);

function formatOption(t: Translate, option: ProductOption): string {
  const name = t(`store.product.${option.name}`);
  if (option.name === "engraving") return name;
  const values = option.values.map((one) => t(`store.${option.name}s.${one}` as WordKey));
  return `${name} (${values.join(", ")})`;
}

const options: Reading = (t, text) => {
  try {
    return (JSON.parse(text) as ProductOption[]).map((one) => formatOption(t, one)).join(", ");
  } catch {
    // Truncated by the log's length limit, and therefore not valid JSON.
    return text;
  }
};

const correctable = ["petName", "area", "marks", "description", "additionalInfo", "photo"] as const;

/** Translates `area, description`: the corrected parts of a report. */
const corrected: Reading = (t, text) =>
  text
    .split(", ")
    .map((part) => translateCode(correctable, (one) => `moderation.texts.${one}`)(t, part))
    .join(t("lostFound.comma"));

const readings: Partial<Record<SubjectKind, Record<string, Reading>>> = {
  user: {
    role: translateCode(roles, (one) => `adminUsers.roles.${one}`),
    plan: translateCode(paidPlans, (one) => `plans.names.${one}`),
  },
  pet: {
    type: translateCode(petTypes, (one) => `pets.types.${one}`),
    gender: translateCode(genders, (one) => `pets.genders.${one}`),
    habit: translateCode(petHabits, (one) => `pets.habit.${one}`),
  },
  tag: { status: translateCode(tagStatuses, (one) => `tags.statuses.${one}`) },
  product: { category: translateCode(categories, (one) => `store.categories.${one}`), options },
  clinic: { governorate: translateCode(governorates, (one) => `checkout.governorates.${one}`) },
  order: {
    status: translateCode(orderStatuses, (one) => `orders.statuses.${one}`),
    payment: translateCode(payments, (one) => `orders.payments.${one}`),
  },
  return: {
    status: translateCode(returnStatuses, (one) => `returns.adminStatuses.${one}`),
    condition: translateCode(conditions, (one) => received[one]),
  },
  report: { status: translateCode(reportStatuses, (one) => `lostFound.statuses.${one}`), corrected },
  upgrade: {
    status: translateCode(requestStatuses, (one) => `subscription.statuses.${one}`),
    plan: translateCode(paidPlans, (one) => `plans.names.${one}`),
    reason: translateCode(rejectReasons, (one) => `subscription.reasons.${one}`),
  },
  plan: { prices, payTo },
};

interface Line {
  subjectKind: SubjectKind;
  before: Facts | null;
  after: Facts | null;
}

/** Formats audit log entries for display: statuses, types and reasons are translated. */
export function formatAuditLines<L extends Line>(t: Translate, lines: readonly L[]): L[] {
  return lines.map((line) => {
    const read = (facts: Facts | null) =>
      facts &&
      Object.fromEntries(
        Object.entries(facts).map(([field, fact]): [string, Fact] => {
          const reading = readings[line.subjectKind]?.[field];
          return [field, reading && typeof fact === "string" ? reading(t, fact) : fact];
        }),
      );
    return { ...line, before: read(line.before), after: read(line.after) };
  });
}
