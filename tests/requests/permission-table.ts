import { empty, members, open, owners, type Rule, refusedForm } from "./permission-rules.ts";
import { adminTable } from "./permission-table-admin.ts";
import { petsTable } from "./permission-table-pets.ts";

const ownTag: Partial<Rule> = {
  post: { form: ({ tagId }) => ({ intent: "activate", tagId }), status: 303 },
  postOfOthers: 404,
};

const newReminder = (petId: string, day: string) => ({
  intent: "save",
  petId,
  kind: "checkup",
  day,
  ahead: "0",
});

/** Every route of the build by its id (specification §6). */
export const table: Record<string, Rule> = {
  "features/pages/screens/home": open("/"),
  "features/pages/screens/about": open("/about"),
  "features/pages/screens/features": open("/features"),
  "features/pages/screens/learn-more": open("/learn-more"),
  "features/pages/screens/get-started": open("/get-started"),
  "features/pages/screens/privacy": open("/privacy"),
  "features/pages/screens/terms": open("/terms"),
  "features/pages/screens/contact": open("/contact", { post: refusedForm }),
  "features/pages/screens/site-picture": open("/og/ar.png"),
  "features/pages/screens/robots": open("/robots.txt"),
  "sitemap-index": open("/sitemap.xml"),
  "sitemap-part": open("/sitemap/reports.xml"),
  "features/products/screens/store": open("/store"),
  "features/products/screens/product": { circle: "everyone", path: ({ productId }) => `/store/product/${productId}` },
  "features/reports/screens/community-list": open("/community-reports"),
  "features/reports/screens/guest-report": open("/community-reports/new", { post: refusedForm }),
  "features/reports/screens/report-details": {
    circle: "everyone",
    path: ({ reportId }) => `/community-reports/${reportId}`,
    post: refusedForm,
  },
  "features/reports/screens/og-picture": {
    circle: "everyone",
    path: ({ reportId }) => `/community-reports/${reportId}/og.png`,
  },
  "features/reports/screens/writer-talk": {
    circle: "everyone",
    path: ({ talkKey }) => `/community-reports/talk/${talkKey}`,
    post: refusedForm,
    shows: ["reportMessage"],
  },
  "features/reports/screens/manage-report": {
    circle: "everyone",
    path: ({ manageKey }) => `/community-reports/manage/${manageKey}`,
    post: refusedForm,
  },
  "features/reports/screens/manage-form": {
    circle: "everyone",
    path: ({ manageKey }) => `/community-reports/manage/${manageKey}/edit`,
    post: refusedForm,
  },
  "features/reports/screens/manage-talk": {
    circle: "everyone",
    path: ({ manageKey, guestTalkId }) => `/community-reports/manage/${manageKey}/talk/${guestTalkId}`,
    post: refusedForm,
  },
  "features/reports/screens/writer-talk-live": {
    circle: "everyone",
    path: ({ talkKey }) => `/community-reports/talk/${talkKey}/live`,
    isStream: true,
  },
  "features/reports/screens/manage-talk-live": {
    circle: "everyone",
    path: ({ manageKey, guestTalkId }) => `/community-reports/manage/${manageKey}/talk/${guestTalkId}/live`,
    isStream: true,
  },
  "features/reports/screens/manage-posters": {
    circle: "everyone",
    path: ({ manageKey }) => `/community-reports/manage/${manageKey}/posters`,
    post: { form: () => ({ place: "x".repeat(200) }), status: 400 },
  },
  "features/reports/screens/manage-poster-file": {
    circle: "everyone",
    path: ({ manageKey, guestPoster }) => `/community-reports/manage/${manageKey}/posters/${guestPoster.id}.pdf`,
  },
  "features/reports/screens/poster-link": {
    circle: "everyone",
    path: ({ poster }) => `/p/${poster.code}`,
    get: 302,
    getWrites: ["report_posters", "poster_visits"],
  },
  "features/accounts/screens/auth": open("/auth", { getSignedIn: 302, post: refusedForm }),
  "features/accounts/screens/forgot": open("/auth/forgot", { post: refusedForm }),
  "features/accounts/screens/reset": open("/auth/reset", { post: refusedForm }),
  "features/accounts/screens/check-email": open("/auth/check-email", { post: refusedForm }),
  "features/accounts/screens/email-link": open("/auth/email/confirm?token=forged", {
    post: { form: () => ({ token: "forged" }), status: 400 },
  }),
  "features/accounts/screens/second-step": open("/auth/second-step", {
    get: 302,
    getSignedIn: 302,
    post: { form: () => ({ code: "123456" }), status: 303 },
  }),
  "features/accounts/screens/verify": open("/auth/verify", {
    get: 303,
    post: { form: empty, status: 303 },
  }),
  "features/accounts/screens/sign-out": open("/auth/sign-out", {
    get: 302,
    post: { form: empty, status: 303 },
    endsSession: true,
  }),
  "features/accounts/screens/session": open("/session"),
  "shell/not-found": open("/nowhere", { get: 404 }),
  "shell/set-language": open("/language", { get: 302, post: refusedForm }),
  "shell/set-theme": open("/theme", { get: 302, post: refusedForm }),
  "shell/dev-mail": open("/dev/mail", { get: 404 }),
  "shell/offline/service-worker": open("/sw.js"),
  "shell/offline/offline-page": open("/offline"),
  "shell/offline/manifest": open("/manifest.webmanifest"),
  "features/alerts/screens/live": open("/live", { get: 401, getSignedIn: 200, isStream: true }),

  "features/pets/screens/public-pet": { circle: "everyone", path: ({ petId }) => `/pet/${petId}` },
  "features/pets/screens/share": {
    circle: "everyone",
    path: ({ sharePath }) => sharePath,
    getWrites: ["pet_share_visits"],
    shows: ["vetName", "vetPhone", "clinicAddress", "hiddenBreed"],
  },
  "features/scans/screens/finder": {
    circle: "everyone",
    path: ({ tagCode }) => `/tag/${tagCode}`,
    // Beside the scan itself.
    getWrites: ["alerts", "alert_deliveries", "letter_budgets"],
    post: { form: () => ({ intent: "have", scan: "forged.token", note: "x" }), status: 404 },
  },
  "features/pages/screens/type-code": open("/t"),
  "short-code-qr": { circle: "everyone", path: ({ tagCode }) => `/t/${tagCode}`, get: 302 },
  "short-code-nfc": { circle: "everyone", path: ({ tagCode }) => `/n/${tagCode}`, get: 302 },
  "features/scans/screens/finder-status": {
    circle: "everyone",
    path: ({ key }) => `/f/${key}`,
    post: refusedForm,
    shows: ["message"],
  },
  "features/care/screens/calendar": {
    circle: "everyone",
    path: ({ calendar }) => calendar,
    shows: ["reminderTitle"],
  },
  "features/scans/screens/finder-live": {
    circle: "everyone",
    path: ({ key }) => `/f/${key}/live`,
    shows: ["message"],
  },
  "features/scans/screens/finder-share": {
    circle: "everyone",
    path: ({ key }) => `/f/${key}/share`,
    get: 302,
    post: { form: empty, status: 303 },
  },

  "features/orders/screens/cart": open("/cart", {
    post: { form: () => ({ intent: "remove", lineId: "01900000-0000-7000-8000-000000000000" }), status: 303 },
  }),
  "features/orders/screens/cart-lines": open("/cart/lines", { post: { form: empty, status: 400 } }),
  "features/orders/screens/checkout": members("/checkout", { post: refusedForm }),
  "features/orders/screens/checkout-done": owners(({ orderNumber }) => `/checkout/done/${orderNumber}`),
  "features/overview/screens/dashboard": members("/dashboard"),
  tags: members("/dashboard/tags", ownTag),
  "tags-management": members("/dashboard/tags-management", ownTag),
  "features/orders/screens/replace-tag": owners(({ tagId }) => `/dashboard/tags-management/${tagId}/replace`, {
    post: { form: () => ({ intent: "ask", reason: "worn" }), status: 303 },
    postOfOthers: 404,
  }),
  "features/overview/screens/transfer": owners(({ petId }) => `/dashboard/pets/${petId}/transfer`, {
    // Their pet is reported lost, so that it stays.
    post: { form: () => ({ intent: "offer", email: "new-home@example.com", isSure: "on" }), status: 409 },
    postOfOthers: 404,
  }),
  "features/overview/screens/take-pet": members("/dashboard/transfers/nobody", {
    get: 404,
    post: { form: () => ({ intent: "decline" }), status: 404 },
  }),
  // On the smallest plan there is nothing free: the way leads back, and a form is refused.
  "features/orders/screens/replace-free": owners(({ tagId }) => `/dashboard/tags-management/${tagId}/replace/free`, {
    get: 302,
    post: { form: empty, status: 302 },
    postOfOthers: 404,
  }),
  "features/tags/screens/qr-file": owners(({ tagId }) => `/dashboard/tags/${tagId}/qr`),
  "features/scans/screens/escalation": members("/dashboard/settings/escalation", {
    // Minutes that no form offers: the same answer on every plan.
    post: { form: () => ({ isOn: "on", minutes: "4" }), status: 400 },
  }),
  "features/scans/screens/help": open("/help/nobody", { get: 404, post: { form: empty, status: 404 } }),
  "features/scans/screens/scan-activity": members("/dashboard/scans"),
  "features/scans/screens/scan-list": members("/dashboard/scan-records"),
  "features/scans/screens/scans-csv": members("/dashboard/scan-records.csv"),
  "features/scans/screens/scan-details": owners(({ scanId }) => `/dashboard/scan-details/${scanId}`, {
    post: { form: () => ({ intent: "reply", body: "Is it you?" }), status: 303 },
    postOfOthers: 404,
    ofCarer: { get: 200, shows: ["latitude", "longitude", "place"] },
  }),
  "features/alerts/screens/inbox": members("/dashboard/inbox", {
    post: { form: empty, status: 303 },
    // Theirs holds what they are told of the owner's pet, and is read by it.
    ofCarer: { post: { status: 303 } },
  }),
  "features/alerts/screens/alert": owners(({ alertId }) => `/alerts/${alertId}`, {
    post: { form: empty, status: 204 },
    postOfOthers: 404,
  }),
  "features/alerts/screens/alerts-seen": members("/alerts/seen", {
    get: 400,
    post: { form: () => ({ link: "/dashboard/subscription" }), status: 204 },
  }),
  "features/alerts/screens/push": members("/push", { get: 400, post: refusedForm }),
  "features/accounts/screens/settings": members("/dashboard/settings", { post: refusedForm }),
  "features/accounts/screens/security": members("/dashboard/settings/security", { post: refusedForm }),
  "features/accounts/screens/two-steps": members("/dashboard/settings/security/two-steps", {
    post: refusedForm,
    shows: ["appLetters"],
  }),
  "features/accounts/screens/look": members("/dashboard/settings/look", { post: refusedForm }),
  "features/overview/screens/my-data": members("/dashboard/settings/my-data", { post: refusedForm }),
  "features/overview/screens/my-data-file": members("/dashboard/settings/my-data/file", { get: 303 }),
  "features/alerts/screens/preferences": members("/dashboard/settings/notifications", {
    post: refusedForm,
    // The keys of pushes, at the first asking.
    getWrites: ["kept_values"],
  }),
  "features/scans/screens/test-my-tag": members("/dashboard/settings/test-my-tag", {
    post: { form: ({ tagId }) => ({ intent: "start", tagId }), status: 303 },
    postOfOthers: 404,
  }),
  "features/reports/screens/own-reports": members("/dashboard/lost-found"),
  "report-new": members("/dashboard/lost-found/new", { post: { form: () => ({ kind: "lost" }), status: 400 } }),
  "features/reports/screens/own-report": owners(({ reportId }) => `/dashboard/lost-found/${reportId}`, {
    post: { form: () => ({ intent: "resolve", resolution: "other" }), status: 303 },
    postOfOthers: 404,
  }),
  "report-edit": owners(({ reportId }) => `/dashboard/lost-found/${reportId}/edit`, {
    post: { form: () => ({ kind: "lost" }), status: 400 },
    postOfOthers: 404,
  }),
  "features/reports/screens/own-talk": owners(
    ({ reportId, talkId }) => `/dashboard/lost-found/${reportId}/talk/${talkId}`,
    {
      post: { form: () => ({ intent: "share" }), status: 303 },
      postOfOthers: 404,
    },
  ),
  "features/reports/screens/posters": owners(({ reportId }) => `/dashboard/lost-found/${reportId}/posters`, {
    post: { form: empty, status: 409 },
    postOfOthers: 404,
  }),
  "features/reports/screens/poster-file": owners(
    ({ reportId, poster }) => `/dashboard/lost-found/${reportId}/posters/${poster.id}.pdf`,
  ),
  "features/care/screens/tips": members("/dashboard/tips"),
  "features/care/screens/reminders": members("/dashboard/reminders", {
    post: {
      form: ({ reminderId, reminderDay }) => ({ intent: "finish", reminderId, day: reminderDay }),
      status: 303,
    },
    postOfOthers: 404,
  }),
  "reminder-new": members("/dashboard/reminders/new", {
    post: { form: ({ petId, reminderDay }) => newReminder(petId, reminderDay), status: 303 },
    postOfOthers: 404,
  }),
  "reminder-edit": owners(({ reminderId }) => `/dashboard/reminders/${reminderId}`, {
    post: { form: () => ({ intent: "remove" }), status: 303 },
    postOfOthers: 404,
  }),
  "features/orders/screens/own-orders": members("/dashboard/orders"),
  "features/orders/screens/own-order": owners(({ orderNumber }) => `/dashboard/orders/${orderNumber}`, {
    post: { form: () => ({ intent: "again" }), status: 303 },
    postOfOthers: 404,
  }),
  "features/orders/screens/own-invoice": owners(({ orderNumber }) => `/dashboard/orders/${orderNumber}/invoice`),
  "features/plans/screens/subscription": members("/dashboard/subscription", {
    post: { form: ({ requestId }) => ({ intent: "withdraw", requestId }), status: 303 },
    postOfOthers: 404,
  }),
  "features/plans/screens/own-proof": owners(({ paidRequestId }) => `/dashboard/subscription/${paidRequestId}/proof`),
  "features/plans/screens/own-receipt": owners(
    ({ paidRequestId }) => `/dashboard/subscription/${paidRequestId}/receipt`,
  ),
  "dashboard-not-found": members("/dashboard/nowhere", { get: 404 }),

  ...petsTable,
  ...adminTable,
};
