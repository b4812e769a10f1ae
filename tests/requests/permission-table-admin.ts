import { admins, type Rule, refusedForm } from "./permission-rules.ts";

/** The administrators' own routes. */
export const adminTable: Record<string, Rule> = {
  // The house's figures are kept for a while.
  "features/overview/screens/admin-dashboard": admins("/admin", { getWrites: ["kept_values"] }),
  "features/tags/screens/admin-tags": admins("/admin/tags", {
    post: { form: () => ({ intent: "generate", count: "1" }), status: 303 },
    shows: ["lastName", "email"],
  }),
  "features/overview/screens/admin-tag": {
    circle: "admins",
    path: ({ tagId }) => `/admin/tags/${tagId}`,
    post: { form: () => ({ intent: "unlink", seen: "1" }), status: 409 },
    shows: ["lastName", "email"],
  },
  "features/tags/screens/batches": admins("/admin/tags/batches", { post: refusedForm }),
  "features/tags/screens/batch": { circle: "admins", path: ({ batchId }) => `/admin/tags/batches/${batchId}` },
  "features/tags/screens/chip-import": admins("/admin/tags/chips", { post: refusedForm }),
  "features/tags/screens/print": admins("/admin/tags/print"),
  "features/tags/screens/print-file": admins("/admin/tags/print/file"),
  "features/tags/screens/factory-csv": {
    circle: "admins",
    path: ({ batchId }) => `/admin/tags/batches/${batchId}/factory.csv`,
  },
  "features/tags/screens/claim-codes-file": {
    circle: "admins",
    path: ({ batchId }) => `/admin/tags/batches/${batchId}/claim-codes`,
    get: 302,
    post: { form: () => ({}), status: 200 },
  },
  "features/tags/screens/tags-csv": admins("/admin/tags.csv", { shows: ["email"] }),
  "shell/admin-counts": admins("/admin/counts"),
  "features/overview/screens/admin-users": admins("/admin/users", { shows: ["lastName", "email"] }),
  "features/overview/screens/admin-user": {
    circle: "admins",
    path: ({ ownerId }) => `/admin/users/${ownerId}`,
    post: { form: () => ({ intent: "suspend", version: "0", reason: "x" }), status: 400 },
    shows: ["lastName", "email", "phone"],
  },
  "features/pets/screens/admin-pets": admins("/admin/pets", { shows: ["hiddenBreed", "lastName", "email"] }),
  "features/overview/screens/admin-pet": {
    circle: "admins",
    path: ({ petId }) => `/admin/pets/${petId}`,
    post: { form: () => ({ name: "Rocky", type: "dog", gender: "male", version: "999" }), status: 409 },
    shows: ["hiddenBreed", "lastName", "email"],
  },
  "features/orders/screens/admin-orders": admins("/admin/orders", { post: refusedForm, shows: ["orderName"] }),
  "features/orders/screens/admin-order": {
    circle: "admins",
    path: ({ orderNumber }) => `/admin/orders/${orderNumber}`,
    post: { form: ({ orderId }) => ({ intent: "collect", orderId }), status: 409 },
    shows: ["email", "orderName", "orderPhone", "orderAddress"],
  },
  "features/orders/screens/admin-returns": admins("/admin/orders/returns", { post: refusedForm }),
  "features/orders/screens/cash-sheet": admins("/admin/orders/cash.csv"),
  "admin-packing-slip": { circle: "admins", path: ({ orderNumber }) => `/admin/orders/${orderNumber}/packing-slip` },
  "admin-invoice": { circle: "admins", path: ({ orderNumber }) => `/admin/orders/${orderNumber}/invoice` },
  "features/products/screens/admin-products": admins("/admin/products"),
  "admin-product-new": admins("/admin/products/new", { post: { form: () => ({ intent: "save" }), status: 400 } }),
  "admin-product": {
    circle: "admins",
    path: ({ productId }) => `/admin/products/${productId}`,
    post: { form: () => ({ intent: "correct", version: "0", change: "1", note: "counted" }), status: 409 },
  },
  "features/reports/screens/admin-reports": admins("/admin/lost-found", { shows: ["email"] }),
  "features/reports/screens/admin-bans": admins("/admin/lost-found/bans", { post: refusedForm }),
  "features/reports/screens/admin-report": {
    circle: "admins",
    path: ({ reportId }) => `/admin/lost-found/${reportId}`,
    post: { form: () => ({ intent: "restore" }), status: 303 },
    shows: ["email"],
  },
  "features/overview/screens/admin-operator": admins("/admin/operator", { post: refusedForm }),
  "features/overview/screens/admin-audit": admins("/admin/audit", { shows: ["lastName", "email"] }),
  "features/plans/screens/admin-requests": admins("/admin/upgrade-requests", {
    post: { form: ({ paidRequestId }) => ({ intent: "approve", requestId: paidRequestId }), status: 409 },
    shows: ["email", "lastName", "planNotes", "planReference"],
  }),
  "features/plans/screens/admin-plan-settings": admins("/admin/upgrade-requests/settings", { post: refusedForm }),
  "features/plans/screens/desk-proof": {
    circle: "admins",
    path: ({ paidRequestId }) => `/admin/upgrade-requests/${paidRequestId}/proof`,
  },
  "admin-not-found": admins("/admin/nowhere", { get: 404 }),
};
