// Whoever fills in a form with rules across fields would learn of one mistake per attempt, or of one mistake twice.
import { expect, test } from "vitest";
import type * as z from "zod";
import { editedRowsForm } from "#app/features/admin/products/products.forms.server.ts";
import { givePlanForm } from "#app/features/admin/users/admin-users.forms.server.ts";
import { passwordForm, resetForm } from "#app/features/auth/auth.forms.server.ts";
import { checkoutForm, freeForm } from "#app/features/checkout/checkout.forms.server.ts";
import { createReportForm } from "#app/features/lost-found/reports.forms.server.ts";
import { addressForm } from "#app/features/orders/correct-address/correct-address.server.ts";
import { createHealthForm } from "#app/features/pets/health/health.server.ts";
import { createPetForm } from "#app/features/pets/pets.forms.server.ts";
import { rejectForm, upgradeForm } from "#app/features/plans/plans.forms.server.ts";
import { createReminderForm } from "#app/features/reminders/reminders.forms.server.ts";

const id = "0199d2a0-0000-7000-8000-000000000001";
const today = "2026-11-21";
const report = { type: "cat", colors: [], photos: [], removePhotos: [] };

/** Forms with checks across fields; of each, a field that is invalid by itself, and one only together with others. */
const forms: [string, z.ZodType, object, string[]][] = [
  ["checkout", checkoutForm, { key: id, shipping: "standard", country: "EG", phone: "1" }, ["city", "phone"]],
  ["free replacement", freeForm, { key: id, country: "EG", phone: "1" }, ["city", "phone"]],
  ["corrected address", addressForm, { orderId: id, seen: 1, country: "EG", phone: "1" }, ["city", "phone"]],
  ["plan request", upgradeForm, { offer: "none", notes: "x".repeat(9_999) }, ["notes", "offer", "paymentMethod"]],
  ["rejected plan request", rejectForm, { reason: "other" }, ["note", "requestId"]],
  ["given plan", givePlanForm, { version: 1, plan: "comfort", length: "until" }, ["reason", "until"]],
  [
    "reminder",
    createReminderForm(today),
    { petId: id, kind: "custom", day: "2026-13-01", ahead: [] },
    ["day", "title"],
  ],
  [
    "reset password",
    resetForm,
    { token: "x", password: "short", confirmPassword: "other" },
    ["confirmPassword", "password"],
  ],
  [
    "password",
    passwordForm,
    { newPassword: "Sunny-walk-7", confirmPassword: "x" },
    ["confirmPassword", "currentPassword"],
  ],
  ["report", createReportForm(new Date(today), "Africa/Cairo"), { ...report, kind: "lost" }, ["area", "petName"]],
  ["health entry", createHealthForm(today), { kind: "vaccination", day: "2027-01-01" }, ["day", "title"]],
  [
    "pet",
    createPetForm(today),
    {
      type: "dog",
      birthdate: "2026-13-01",
      shown: [],
      contacts: [{ name: "Omar", email: "no" }],
      showPhone: true,
      medical: {},
      vet: {},
    },
    ["birthdate", "contacts.0.email", "contacts.0.phone", "finderPhone", "name"],
  ],
  [
    "product list",
    editedRowsForm,
    {
      rows: {
        [id]: { shown: "1 1000 - 5", priceCents: "10", salePriceCents: "12", stock: "x" },
      },
    },
    [`rows.${id}.salePriceCents`, `rows.${id}.stock`],
  ],
];

test.each(forms)("%s: all invalid fields are reported together", (_, schema, input, fields) => {
  const { error } = schema.safeParse(input);
  const refused = error?.issues.map(({ path }) => path.join("."));
  expect(refused).toEqual(expect.arrayContaining(fields));
  expect(refused, "each once").toEqual([...new Set(refused)]);
});

test.each([
  ["reset password", resetForm, { token: "x", password: "Sunny-walk-7" }],
  ["password", passwordForm, { currentPassword: "x", newPassword: "Sunny-walk-7" }],
  ["health entry", createHealthForm(today), { kind: "vaccination", day: today, title: "x".repeat(9_999) }],
])("%s: a field that is invalid by itself is reported once", (_, schema, input) => {
  expect(schema.safeParse(input).error?.issues).toHaveLength(1);
});
