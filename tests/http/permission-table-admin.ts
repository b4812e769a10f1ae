import { admins, type Rule, refusedForm } from "./permission-rules.ts";

/** Permissions of the admin routes. */
export const adminTable: Record<string, Rule> = {
  // Caches the metrics.
  "features/admin/overview/admin-overview-page": admins("/admin", { getWrites: ["key_values"] }),
  "features/admin/search/admin-search-page": admins("/admin/search"),
  "features/admin/tags/admin-tags-page": admins("/admin/tags", {
    post: { form: () => ({ intent: "generate", count: "1" }), status: 303 },
    shows: ["lastName", "email"],
  }),
  "features/admin/tags/admin-tag-page": {
    access: "admins",
    path: ({ tagId }) => `/admin/tags/${tagId}`,
    post: { form: () => ({ intent: "unlink", seen: "1" }), status: 409 },
    shows: ["lastName", "email"],
  },
  "features/admin/tag-batches/batches-page": admins("/admin/tags/batches", { post: refusedForm }),
  "features/admin/tag-batches/batch-page": {
    access: "admins",
    path: ({ batchId }) => `/admin/tags/batches/${batchId}`,
  },
  "features/admin/tag-batches/chip-import-page": admins("/admin/tags/chips", { post: refusedForm }),
  "features/admin/tags/print-page": admins("/admin/tags/print"),
  "features/admin/tags/print-file": admins("/admin/tags/print/file"),
  "features/admin/tag-batches/factory-csv": {
    access: "admins",
    path: ({ batchId }) => `/admin/tags/batches/${batchId}/factory.csv`,
    getWrites: ["audit_log"],
  },
  "features/admin/tag-batches/claim-codes-file": {
    access: "admins",
    path: ({ batchId }) => `/admin/tags/batches/${batchId}/claim-codes`,
    get: 302,
    post: { form: () => ({}), status: 200 },
  },
  "features/admin/tags/selected-claim-codes-file": admins("/admin/tags/claim-codes", {
    get: 302,
    post: { form: () => ({}), status: 409 },
  }),
  "features/admin/saved-filters-action": admins("/admin/saved-filters", {
    get: 302,
    post: { form: () => ({ intent: "delete", listPath: "/admin/tags", query: "q=x" }), status: 303 },
  }),
  "admin-tags-csv": admins("/admin/tags.csv", { getWrites: ["audit_log"], shows: ["email"] }),
  "layouts/admin/admin-counts": admins("/admin/counts"),
  "features/admin/search/search-results-route": admins("/admin/search/results"),
  "features/admin/users/admin-users-page": admins("/admin/users", {
    post: refusedForm,
    shows: ["lastName", "email"],
  }),
  "features/admin/users/admin-user-page": {
    access: "admins",
    path: ({ ownerId }) => `/admin/users/${ownerId}`,
    post: { form: () => ({ intent: "suspend", version: "0", reason: "" }), status: 400 },
    shows: ["lastName", "email", "phone"],
  },
  "features/admin/pets/admin-pets-page": admins("/admin/pets", {
    post: refusedForm,
    shows: ["hiddenBreed", "lastName", "email"],
  }),
  "features/admin/pets/admin-pet-page": {
    access: "admins",
    path: ({ petId }) => `/admin/pets/${petId}`,
    post: { form: () => ({ name: "Rocky", type: "dog", gender: "male", version: "999" }), status: 409 },
    shows: ["hiddenBreed", "lastName", "email"],
  },
  "features/admin/orders/admin-orders-page": admins("/admin/orders", {
    post: refusedForm,
    shows: ["orderName", "orderPhone"],
  }),
  "features/admin/orders/admin-order-page": {
    access: "admins",
    path: ({ orderNumber }) => `/admin/orders/${orderNumber}`,
    post: { form: ({ orderId }) => ({ intent: "collect", orderId }), status: 409 },
    shows: ["email", "orderName", "orderPhone", "orderAddress"],
  },
  "features/admin/orders/admin-returns-page": admins("/admin/orders/returns", { post: refusedForm }),
  "features/admin/shipping/ship-page": admins("/admin/orders/ship", { post: refusedForm }),
  "features/admin/shipping/check-codes-route": admins("/admin/orders/ship/codes", { get: 400, post: refusedForm }),
  "features/admin/couriers/couriers-page": admins("/admin/orders/couriers", { post: refusedForm }),
  "features/admin/couriers/courier-csv": admins("/admin/orders/couriers/bosta", { getWrites: ["audit_log"] }),
  "admin-orders-csv": admins("/admin/orders.csv", {
    getWrites: ["audit_log"],
    shows: ["email", "orderName", "orderPhone", "orderAddress"],
  }),
  "features/admin/orders/order-documents-file": admins("/admin/orders/documents.pdf", { get: 303 }),
  "features/admin/bulk-runs/bulk-run-page": {
    access: "admins",
    path: () => "/admin/bulk-runs/0190a5c2-7b1e-7000-8000-000000000000",
    get: 404,
    post: { form: () => ({ intent: "undo" }), status: 404 },
  },
  "features/admin/orders/cash-sheet": admins("/admin/orders/cash.csv", { getWrites: ["audit_log"] }),
  "admin-packing-slip": { access: "admins", path: ({ orderNumber }) => `/admin/orders/${orderNumber}/packing-slip` },
  "admin-invoice": { access: "admins", path: ({ orderNumber }) => `/admin/orders/${orderNumber}/invoice` },
  "features/admin/products/admin-products-page": admins("/admin/products", {
    post: { form: () => ({ intent: "save" }), status: 400 },
  }),
  "admin-users-csv": admins("/admin/users.csv", {
    getWrites: ["audit_log"],
    shows: ["email", "lastName", "phone"],
  }),
  "admin-pets-csv": admins("/admin/pets.csv", {
    getWrites: ["audit_log"],
    shows: ["email", "lastName", "hiddenBreed"],
  }),
  "admin-reports-csv": admins("/admin/lost-found.csv", {
    getWrites: ["audit_log"],
    shows: ["email"],
  }),
  "admin-upgrade-requests-csv": admins("/admin/upgrade-requests.csv", {
    getWrites: ["audit_log"],
    shows: ["lastName", "planReference"],
  }),
  "features/admin/clinics/admin-clinics-page": admins("/admin/clinics"),
  "admin-clinics-csv": admins("/admin/clinics.csv", { getWrites: ["audit_log"] }),
  "admin-clinic-new": admins("/admin/clinics/new", { post: { form: () => ({ intent: "save" }), status: 400 } }),
  "admin-clinic": {
    access: "admins",
    path: ({ clinicId }) => `/admin/clinics/${clinicId}`,
    post: { form: () => ({ intent: "remove", version: "999" }), status: 409 },
  },
  "admin-products-csv": admins("/admin/products.csv", { getWrites: ["audit_log"] }),
  "admin-product-new": admins("/admin/products/new", { post: { form: () => ({ intent: "save" }), status: 400 } }),
  "admin-product": {
    access: "admins",
    path: ({ productId }) => `/admin/products/${productId}`,
    post: { form: () => ({ intent: "correct", version: "0", change: "1", note: "counted" }), status: 409 },
  },
  "features/admin/lost-found/admin-reports-page": admins("/admin/lost-found", { post: refusedForm, shows: ["email"] }),
  "features/admin/lost-found/reported-conversations-page": admins("/admin/lost-found/conversations", {
    post: refusedForm,
  }),
  "features/admin/lost-found/bans-page": admins("/admin/lost-found/bans", { post: refusedForm }),
  "features/admin/lost-found/admin-report-page": {
    access: "admins",
    path: ({ reportId }) => `/admin/lost-found/${reportId}`,
    post: { form: () => ({ intent: "restore", seen: "outdated" }), status: 409 },
    shows: ["email"],
  },
  "features/admin/settings/admin-settings-page": admins("/admin/settings", {
    post: { form: () => ({ intent: "orders", version: "0", openPieces: "0" }), status: 400 },
    shows: ["lastName"],
  }),
  "features/admin/system/system-page": admins("/admin/system", { post: refusedForm }),
  "features/admin/audit-log/admin-audit-page": admins("/admin/audit", { shows: ["lastName", "email"] }),
  "features/admin/upgrade-requests/upgrade-requests-page": admins("/admin/upgrade-requests", {
    post: { form: ({ paidRequestId }) => ({ intent: "approve", requestId: paidRequestId }), status: 409 },
    shows: ["email", "lastName", "planNotes", "planReference"],
  }),
  "features/admin/upgrade-requests/plan-settings-page": admins("/admin/upgrade-requests/settings", {
    post: refusedForm,
  }),
  "features/admin/lost-found/reported-attachment-file": {
    access: "admins",
    path: ({ messageId }) => `/admin/lost-found/attachments/${messageId}`,
    // Not reported.
    get: 404,
  },
  "features/admin/upgrade-requests/proof-file": {
    access: "admins",
    path: ({ paidRequestId }) => `/admin/upgrade-requests/${paidRequestId}/proof`,
  },
  "admin-not-found": admins("/admin/nowhere", { get: 404 }),
};
