import { index, layout, prefix, type RouteConfig, route } from "@react-router/dev/routes";

const pages = "features/pages/screens";
const accounts = "features/accounts/screens";
const later = `${pages}/in-preparation.tsx`;

/** Every address of the product. */
export default [
  layout("shell/site-layout.tsx", [
    index(`${pages}/home.tsx`),
    route("about", `${pages}/about.tsx`),
    route("features", `${pages}/features.tsx`),
    route("learn-more", `${pages}/learn-more.tsx`),
    route("get-started", `${pages}/get-started.tsx`),
    route("privacy", `${pages}/privacy.tsx`),
    route("terms", `${pages}/terms.tsx`),
    route("contact", `${pages}/contact.tsx`),
    route("store", "features/products/screens/store.tsx"),
    route("store/product/:id", "features/products/screens/product.tsx"),
    route("community-reports", later, { id: "community-reports" }),
    layout("shell/members-layout.tsx", [route("checkout", later, { id: "checkout" })]),
    route("auth", `${accounts}/auth.tsx`),
    route("auth/forgot", `${accounts}/forgot.tsx`),
    route("auth/reset", `${accounts}/reset.tsx`),
    route("auth/email/:purpose", `${accounts}/email-link.tsx`),
    route("auth/check-email", `${accounts}/check-email.tsx`),
    route("*", "shell/not-found.tsx"),
  ]),

  // Public, without the site's layout: what a finder meets.
  route("pet/:petId", "features/pets/screens/public-pet.tsx"),
  route("share/:key", "features/pets/screens/share.tsx"),
  route("tag/:tagCode", "features/scans/screens/finder.tsx"),
  route("t/:tagCode?", "features/scans/screens/short-code.tsx", { id: "short-code-qr" }),
  route("n/:tagCode", "features/scans/screens/short-code.tsx", { id: "short-code-nfc" }),
  route("f/:key", "features/scans/screens/finder-status.tsx"),
  route("f/:key/live", "features/scans/screens/finder-live.tsx"),
  route("calendar/:key.ics", "features/care/screens/calendar.tsx"),

  layout("shell/owner-layout.tsx", [
    ...prefix("dashboard", [
      index("features/overview/screens/dashboard.tsx"),
      route("pets", "features/pets/screens/pet-list.tsx"),
      route("pets/new", "features/pets/screens/pet-form.tsx", { id: "pet-new" }),
      route("pets/removed", "features/pets/screens/removed-pets.tsx"),
      route("pets/:petId", "features/pets/screens/pet-details.tsx"),
      route("pets/:petId/share", "features/pets/screens/shares.tsx"),
      route("pets/:petId/health", "features/pets/screens/health.tsx"),
      route("pets/:petId/edit", "features/pets/screens/pet-form.tsx", { id: "pet-edit" }),
      route("tags", "features/scans/screens/tag-cards.tsx", { id: "tags" }),
      route("tags-management", "features/tags/screens/tag-list.tsx", { id: "tags-management" }),
      route("scans", "features/scans/screens/scan-activity.tsx"),
      route("scan-records", "features/scans/screens/scan-list.tsx"),
      route("scan-details/:scanId", "features/scans/screens/scan-details.tsx"),
      route("inbox", "features/alerts/screens/inbox.tsx"),
      route("settings", `${accounts}/settings.tsx`),
      route("settings/security", `${accounts}/security.tsx`),
      route("settings/look", `${accounts}/look.tsx`),
      route("settings/my-data", "features/overview/screens/my-data.tsx"),
      route("settings/notifications", "features/alerts/screens/preferences.tsx"),
      route("settings/test-my-tag", "features/scans/screens/test-my-tag.tsx"),
      route("lost-found", later, { id: "own-reports" }),
      route("orders", later, { id: "own-orders" }),
      route("tips", "features/care/screens/tips.tsx"),
      route("reminders", "features/care/screens/reminders.tsx"),
      route("reminders/new", "features/care/screens/reminder-form.tsx", { id: "reminder-new" }),
      route("reminders/:reminderId", "features/care/screens/reminder-form.tsx", { id: "reminder-edit" }),
      route("subscription", later, { id: "subscription" }),
      route("*", "shell/not-found.tsx", { id: "dashboard-not-found" }),
    ]),
  ]),

  layout("shell/admin-layout.tsx", [
    ...prefix("admin", [
      index("features/overview/screens/admin-dashboard.tsx"),
      route("tags", "features/tags/screens/admin-tags.tsx"),
      route("users", later, { id: "admin-users" }),
      route("pets", later, { id: "admin-pets" }),
      route("lost-found", later, { id: "admin-reports" }),
      route("products", later, { id: "admin-products" }),
      route("orders", later, { id: "admin-orders" }),
      route("upgrade-requests", later, { id: "admin-upgrade-requests" }),
      route("*", "shell/not-found.tsx", { id: "admin-not-found" }),
    ]),
  ]),

  // Answers without a page.
  route("auth/verify", `${accounts}/verify.tsx`),
  route("auth/sign-out", `${accounts}/sign-out.tsx`),
  route("session", `${accounts}/session.tsx`),
  route("language", "shell/language.tsx"),
  route("theme", "shell/theme.tsx"),
  route("admin/counts", "shell/admin-counts.tsx"),
  route("admin/tags.csv", "features/tags/screens/tags-csv.tsx"),
  route("dashboard/scan-records.csv", "features/scans/screens/scans-csv.tsx"),
  route("live", "features/alerts/screens/live.tsx"),
  route("alerts/:alertId", "features/alerts/screens/alert.tsx"),
  route("push", "features/alerts/screens/push.tsx"),
  route("sw.js", "features/alerts/screens/service-worker.tsx"),
  route("dashboard/pets/:petId/card.pdf", "features/pets/screens/pet-card-file.tsx"),
  route("dashboard/tags/:tagId/qr", "features/tags/screens/qr-file.tsx"),
  route("dashboard/settings/my-data/file", "features/overview/screens/my-data-file.tsx"),
  route("dev/mail", "shell/dev-mail.tsx"),
] satisfies RouteConfig;
