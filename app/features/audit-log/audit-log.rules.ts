/**
 * Kinds of objects that administrators can change, with the fields that the log may store: no secrets and no exact
 * locations.
 */
export const loggedFields = {
  user: [
    "role",
    "emailVerified",
    "suspendedAt",
    "suspendedReason",
    "twoFactorSince",
    "reason",
    "plan",
    "endsAt",
    "subject",
  ],
  pet: ["name", "type", "otherType", "breed", "gender", "habit", "color"],
  tag: ["code", "status", "batch", "owner", "pet", "count"],
  product: [
    "sku",
    "nameEn",
    "nameAr",
    "descriptionEn",
    "descriptionAr",
    "category",
    "store",
    "priceCents",
    "salePriceCents",
    "stock",
    "lowStockAt",
    "widthMm",
    "isFeatured",
    "isNew",
    "isBestseller",
    "options",
    "archivedAt",
    "note",
  ],
  clinic: [...["nameEn", "nameAr", "governorate", "area", "phone", "whatsapp", "isAlwaysOpen", "hours", "isHidden"]],
  review: ["stars", "hiddenAt"],
  order: ["status", "payment", "trackingNumber", "collectedCents", "refundedCents", "note"],
  return: ["status", "condition", "quantity", "refundCents", "answer"],
  report: ["hiddenAt", "hiddenReason", "status", "mergedIntoId", "openComplaints", "banReason", "corrected"],
  conversation: [],
  upgrade: ["status", "plan", "priceCents", "endsAt", "reason", "note"],
  plan: ["prices", "payTo"],
  settings: [
    ...["shop.currency", "shop.standardShippingCents", "shop.expressShippingCents", "shop.freeShippingAboveCents"],
    ...["shop.freeReplacementCents", "shop.weekend", "seller.name", "seller.address", "seller.email", "seller.country"],
    ...["seller.taxNumber", "seller.taxRate", "orders.openPieces", "orders.openValue", "orders.confirmHours"],
    ...["messages.countries", "messages.perDay", "messages.codesPerCountry", "messages.smsAfterSeconds"],
    ...["site.contactEmail", "site.socialUrls", "site.scansKeptMonths", "site.adminTwoFactor"],
  ],
  job: ["status"],
  backup: [],
  export: [],
} as const;

export type SubjectKind = keyof typeof loggedFields;

/** Actions of the audit log. Each begins with its kind, so that translations, filter and list have the same order. */
export const auditActions = [
  "user.promote",
  "user.demote",
  "user.suspend",
  "user.restore",
  "user.verify",
  "user.signOut",
  "user.twoFactorOff",
  "user.erase",
  "user.plan",
  "user.note",
  "user.email",
  "pet.correct",
  "tag.generate",
  "tag.create",
  "tag.link",
  "tag.unlink",
  "tag.release",
  "tag.allowClaim",
  "tag.off",
  "tag.on",
  "tag.lost",
  "tag.void",
  "tag.restock",
  "tag.putBack",
  "tag.claimCodes",
  "tag.chips",
  "product.add",
  "product.change",
  "product.archive",
  "product.restore",
  "product.pictures",
  "product.stock",
  "clinic.add",
  "clinic.change",
  "clinic.remove",
  "review.hide",
  "review.restore",
  "order.move",
  "order.cash",
  "order.tracking",
  "order.writeOff",
  "order.confirm",
  "order.address",
  "return.decide",
  "return.receive",
  "return.refund",
  "report.hide",
  "report.restore",
  "report.merge",
  "report.dismiss",
  "report.reopen",
  "report.correct",
  "report.ban",
  "report.unban",
  "conversation.review",
  "upgrade.approve",
  "upgrade.reject",
  "upgrade.correct",
  "plan.change",
  "settings.change",
  "job.retry",
  "backup.make",
  "export.make",
] as const;
export type AuditAction = (typeof auditActions)[number];

export type Fact = string | number | boolean | null;
export type Facts = Record<string, Fact>;

const maxFactLength = 500;

function asFact(value: unknown): Fact {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > maxFactLength ? `${text.slice(0, maxFactLength).toWellFormed()}…` : text;
}

/**
 * Returns the fields that differ between two states of an object, or all fields of the one state given. Fields that are
 * not in `loggedFields` are dropped, so whole rows may be passed.
 */
export function diffFields(kind: SubjectKind, before: object | undefined, after: object | undefined) {
  const old = before as Record<string, unknown> | undefined;
  const fresh = after as Record<string, unknown> | undefined;
  const pick = (state: Record<string, unknown> | undefined) => {
    if (!state) return null;
    const facts = loggedFields[kind]
      .filter((field) => field in state && (!old || !fresh || asFact(old[field]) !== asFact(fresh[field])))
      .map((field) => [field, asFact(state[field])] as const);
    return facts.length > 0 ? (Object.fromEntries(facts) as Facts) : null;
  };
  return { before: pick(old), after: pick(fresh) };
}
