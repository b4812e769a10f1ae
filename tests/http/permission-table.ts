import { empty, members, open, owners, type Rule, refusedForm } from "./permission-rules.ts";
import { adminTable } from "./permission-table-admin.ts";
import { petsTable } from "./permission-table-pets.ts";

const ownTag: Partial<Rule> = {
  post: { form: ({ tagId }) => ({ intent: "activate", tagId }), status: 303 },
  postByOthers: 404,
};

const newReminder = (petId: string, day: string) => ({
  intent: "save",
  petId,
  kind: "checkup",
  day,
  ahead: "0",
});

/** Permissions of every route of the build by route id (specification §6). */
export const table: Record<string, Rule> = {
  "features/pages/home/home-page": open("/"),
  "features/pages/about/about-page": open("/about"),
  "features/pages/about/features-page": open("/features"),
  "features/pages/about/learn-more-page": open("/learn-more"),
  "features/pages/about/get-started-page": open("/get-started"),
  "features/pages/about/privacy-page": open("/privacy"),
  "features/pages/about/terms-page": open("/terms"),
  "features/pages/contact/contact-page": open("/contact", { post: refusedForm }),
  "features/pages/site-picture": open("/og/ar.png"),
  "features/pages/robots": open("/robots.txt"),
  "features/pages/security-txt": open("/.well-known/security.txt"),
  "sitemap-index": open("/sitemap.xml"),
  "sitemap-part": open("/sitemap/reports.xml"),
  "features/catalog/store/store-page": open("/store"),
  "features/catalog/product/product-page": {
    access: "everyone",
    path: ({ productId }) => `/store/product/${productId}`,
    post: { form: () => ({ intent: "tellGuest" }), status: 400 },
  },
  "features/catalog/back-in-stock/stock-alert-page": {
    access: "everyone",
    path: () => "/back-in-stock/none",
    get: 404,
    post: { form: () => ({ intent: "confirm" }), status: 404 },
  },
  "features/lost-found/board/community-reports-page": open("/community-reports"),
  "features/lost-found/form/guest-report-page": open("/community-reports/new", { post: refusedForm }),
  "features/lost-found/report/report-page": {
    access: "everyone",
    path: ({ reportId }) => `/community-reports/${reportId}`,
    post: refusedForm,
  },
  "features/lost-found/report/og-picture": {
    access: "everyone",
    path: ({ reportId }) => `/community-reports/${reportId}/og.png`,
  },
  "features/lost-found/posters/shared-picture-file": {
    access: "everyone",
    path: ({ reportId }) => `/community-reports/${reportId}/pictures/story.jpg`,
    // The first picture of a report gets the code of its series.
    getWrites: ["report_posters"],
  },
  "features/lost-found/conversations/writer-conversation-page": {
    access: "everyone",
    path: ({ conversationKey }) => `/community-reports/conversations/${conversationKey}`,
    post: refusedForm,
    shows: ["reportMessage"],
  },
  "report-of-guest": {
    access: "everyone",
    path: ({ manageKey }) => `/community-reports/manage/${manageKey}`,
    post: refusedForm,
  },
  "report-edit-of-guest": {
    access: "everyone",
    path: ({ manageKey }) => `/community-reports/manage/${manageKey}/edit`,
    post: refusedForm,
  },
  "conversation-of-guest": {
    access: "everyone",
    path: ({ manageKey, guestConversationId }) =>
      `/community-reports/manage/${manageKey}/conversations/${guestConversationId}`,
    post: refusedForm,
  },
  "conversation-live-of-writer": {
    access: "everyone",
    path: ({ conversationKey }) => `/community-reports/conversations/${conversationKey}/live`,
    isStream: true,
  },
  "conversation-live-of-guest": {
    access: "everyone",
    path: ({ manageKey, guestConversationId }) =>
      `/community-reports/manage/${manageKey}/conversations/${guestConversationId}/live`,
    isStream: true,
  },
  "attachment-of-writer": {
    access: "everyone",
    path: ({ conversationKey, messageId }) =>
      `/community-reports/conversations/${conversationKey}/attachments/${messageId}`,
    // Of another conversation.
    get: 404,
  },
  "attachment-of-guest": {
    access: "everyone",
    path: ({ manageKey, guestConversationId, messageId }) =>
      `/community-reports/manage/${manageKey}/conversations/${guestConversationId}/attachments/${messageId}`,
    get: 404,
  },
  "posters-of-guest": {
    access: "everyone",
    path: ({ manageKey }) => `/community-reports/manage/${manageKey}/posters`,
    post: { form: () => ({ place: "x".repeat(200) }), status: 400 },
  },
  "poster-file-of-guest": {
    access: "everyone",
    path: ({ manageKey, guestPoster }) => `/community-reports/manage/${manageKey}/posters/${guestPoster.id}.pdf`,
  },
  "features/scans/chip/chip-route": {
    access: "everyone",
    path: () => "/chip/985112003456789",
    post: { form: () => ({}), status: 400 },
  },
  "features/lost-found/posters/poster-link": {
    access: "everyone",
    path: ({ poster }) => `/p/${poster.code}`,
    get: 302,
    getWrites: ["report_posters", "poster_visits"],
  },
  "features/auth/sign-in-page": open("/auth", { getSignedIn: 302, post: refusedForm }),
  "features/auth/password/forgot-password-page": open("/auth/forgot", { post: refusedForm }),
  "features/auth/password/reset-password-page": open("/auth/reset", { post: refusedForm }),
  "features/auth/sign-up/check-email-page": open("/auth/check-email", { post: refusedForm }),
  "features/auth/email-change/email-link-page": open("/auth/email/confirm?token=forged", {
    post: { form: () => ({ token: "forged" }), status: 400 },
  }),
  "features/auth/two-factor/second-factor-page": open("/auth/second-step", {
    get: 302,
    getSignedIn: 302,
    post: { form: () => ({ code: "123456" }), status: 303 },
  }),
  "features/phone-sign-in/phone-sign-in-page": open("/auth/phone?step=number", { getSignedIn: 302, post: refusedForm }),
  "features/checkout/buyer-sign-in-page": open("/auth/checkout?step=number", { getSignedIn: 302, post: refusedForm }),
  "features/auth/passkeys/passkey-sign-in-route": open("/auth/passkey", {
    get: 302,
    post: { form: () => ({ intent: "answer", response: "forged" }), status: 400 },
  }),
  "features/auth/sign-up/confirm-address-page": open("/auth/verify", {
    get: 303,
    post: { form: empty, status: 303 },
  }),
  "features/auth/sign-in/sign-out": open("/auth/sign-out", {
    get: 302,
    post: { form: empty, status: 303 },
    endsSession: true,
  }),
  "features/auth/session-status": open("/session"),
  "layouts/not-found": open("/nowhere", { get: 404 }),
  "layouts/set-language": open("/language", { get: 302, post: refusedForm }),
  "layouts/cookie-check": open("/cookies", { get: 302 }),
  "layouts/set-theme": open("/theme", { get: 302, post: refusedForm }),
  "layouts/dev-mail": open("/dev/mail", { get: 404 }),
  "pwa/service-worker": open("/sw.js"),
  "pwa/offline-page": open("/offline"),
  "pwa/manifest": open("/manifest.webmanifest"),
  "features/notifications/channels/live-stream": open("/live", { get: 401, getSignedIn: 200, isStream: true }),

  "features/scans/pet-message/pet-message-page": members("/pet/nobody/message", {
    get: 404,
    post: { form: empty, status: 404 },
  }),
  "features/pets/profile/public-pet-page": { access: "everyone", path: ({ petId }) => `/pet/${petId}` },
  "features/pets/share-links/shared-record-page": {
    access: "everyone",
    path: ({ sharePath }) => sharePath,
    getWrites: ["pet_share_visits"],
    shows: ["vetName", "vetPhone", "clinicAddress", "hiddenBreed"],
  },
  "features/scans/finder-page/finder-route": {
    access: "everyone",
    path: ({ tagCode }) => `/tag/${tagCode}`,
    // In addition to the scan itself.
    getWrites: ["notifications", "notification_deliveries", "email_budgets"],
    post: { form: () => ({ intent: "have", scan: "forged.token", note: "x" }), status: 404 },
  },
  "features/pages/type-code/type-code-page": open("/t"),
  "short-code-qr": { access: "everyone", path: ({ tagCode }) => `/t/${tagCode}`, get: 302 },
  "short-code-nfc": { access: "everyone", path: ({ tagCode }) => `/n/${tagCode}`, get: 302 },
  "features/scans/finder-status/finder-status-route": {
    access: "everyone",
    path: ({ key }) => `/f/${key}`,
    post: refusedForm,
    shows: ["message"],
  },
  "features/reminders/calendar/calendar-file": {
    access: "everyone",
    path: ({ calendar }) => calendar,
    shows: ["reminderTitle"],
  },
  "features/scans/finder-status/finder-live-route": {
    access: "everyone",
    path: ({ key }) => `/f/${key}/live`,
    shows: ["message"],
  },
  "features/scans/finder-status/finder-attachment-file": {
    access: "everyone",
    path: ({ key, messageId }) => `/f/${key}/attachments/${messageId}`,
  },
  "features/scans/finder-status/finder-share-route": {
    access: "everyone",
    path: ({ key }) => `/f/${key}/share`,
    get: 302,
    post: { form: empty, status: 303 },
  },

  "features/cart/cart-page": open("/cart", {
    post: { form: () => ({ intent: "remove", lineId: "01900000-0000-7000-8000-000000000000" }), status: 303 },
  }),
  "features/cart/cart-lines": open("/cart/lines", { post: { form: empty, status: 400 } }),
  "features/checkout/checkout-page": members("/checkout", { signInPage: "/auth/checkout", post: refusedForm }),
  "features/orders/confirmation/confirm-page": open("/orders/confirm/none", {
    get: 404,
    post: { form: () => ({ intent: "confirm" }), status: 404 },
  }),
  "features/notifications/preferences/unsubscribe-page": open("/unsubscribe/none", {
    get: 404,
    post: { form: empty, status: 404 },
  }),
  "features/pets/reachability/reachability-page": open("/still-reachable/none", {
    get: 404,
    post: { form: empty, status: 404 },
  }),
  "features/pets/contacts/contact-consent-page": open("/contact-consent/none", {
    get: 404,
    post: { form: () => ({ intent: "agree" }), status: 404 },
  }),
  "features/phone/hooks/whatsapp-hook-route": open("/hooks/whatsapp", { get: 404, post: { form: empty, status: 404 } }),
  "features/phone/hooks/sms-hook-route": open("/hooks/sms", { get: 400, post: { form: empty, status: 404 } }),
  "features/orders/courier-events/courier-events-route": open("/hooks/courier", {
    get: 400,
    post: { form: empty, status: 404 },
  }),
  "features/checkout/checkout-done-page": owners(({ orderNumber }) => `/checkout/done/${orderNumber}`),
  "features/dashboard/dashboard-page": members("/dashboard"),
  tags: members("/dashboard/tags", ownTag),
  "tags-management": members("/dashboard/tags-management", ownTag),
  "features/checkout/free-replacement/replace-tag-page": owners(
    ({ tagId }) => `/dashboard/tags-management/${tagId}/replace`,
    {
      post: { form: () => ({ intent: "ask", reason: "worn" }), status: 303 },
      postByOthers: 404,
    },
  ),
  "features/pet-transfers/transfer-page": owners(({ petId }) => `/dashboard/pets/${petId}/transfer`, {
    // The pet is reported lost, so it cannot be transferred.
    post: { form: () => ({ intent: "offer", email: "new-home@example.com", isSure: "on" }), status: 409 },
    postByOthers: 404,
  }),
  "features/pet-transfers/accept-transfer-page": members("/dashboard/transfers/nobody", {
    get: 404,
    post: { form: () => ({ intent: "decline" }), status: 404 },
  }),
  // The free plan includes no replacement: the page redirects and a form is rejected.
  "features/checkout/free-replacement/replace-free": owners(
    ({ tagId }) => `/dashboard/tags-management/${tagId}/replace/free`,
    {
      get: 302,
      post: { form: empty, status: 302 },
      postByOthers: 404,
    },
  ),
  "features/tags/printing/qr-file": owners(({ tagId }) => `/dashboard/tags/${tagId}/qr`),
  "features/scans/escalation/escalation-settings-page": members("/dashboard/settings/escalation", {
    // A number of minutes that the form does not offer, which gives the same response on every plan.
    post: { form: () => ({ isOn: "on", minutes: "4" }), status: 400 },
  }),
  "features/scans/help/help-route": open("/help/nobody", {
    get: 404,
    post: { form: () => ({ intent: "confirm" }), status: 404 },
  }),
  "features/scans/history/scan-activity-page": members("/dashboard/scans"),
  "features/scans/history/scans-page": members("/dashboard/scan-records"),
  "features/scans/history/scans-csv": members("/dashboard/scan-records.csv"),
  "features/scans/details/scan-page": owners(({ scanId }) => `/dashboard/scan-details/${scanId}`, {
    post: { form: () => ({ intent: "reply", body: "Is it you?" }), status: 303 },
    postByOthers: 404,
    caregiver: { get: 200, shows: ["latitude", "longitude", "place"] },
  }),
  "features/dashboard/inbox/inbox-page": members("/dashboard/inbox", {
    post: { form: empty, status: 303 },
    // The caregiver's inbox has notifications about the owner's pet, which this marks as read.
    caregiver: { post: { status: 303 } },
  }),
  "features/notifications/inbox/notification-route": owners(({ notificationId }) => `/alerts/${notificationId}`, {
    post: { form: empty, status: 204 },
    postByOthers: 404,
  }),
  "features/notifications/inbox/notifications-seen": members("/alerts/seen", {
    get: 400,
    post: { form: () => ({ link: "/dashboard/subscription" }), status: 204 },
  }),
  "features/notifications/channels/push-route": members("/push", { get: 400, post: refusedForm }),
  "features/settings/settings-page": members("/dashboard/settings", { post: refusedForm }),
  "features/settings/security-page": members("/dashboard/settings/security", { post: refusedForm }),
  "features/auth/two-factor/two-factor-page": members("/dashboard/settings/security/two-steps", {
    post: refusedForm,
    shows: ["appEmails"],
  }),
  "features/settings/appearance-page": members("/dashboard/settings/appearance", { post: refusedForm }),
  "features/auth/passkeys/passkeys-page": members("/dashboard/settings/security/passkeys", { post: refusedForm }),
  "features/account-data/account-data-page": members("/dashboard/settings/my-data", { post: refusedForm }),
  "features/account-data/data-export-file": members("/dashboard/settings/my-data/file", { get: 303 }),
  "features/notifications/preferences/preferences-page": members("/dashboard/settings/notifications", {
    post: refusedForm,
    // Creates the push keys on the first request.
    getWrites: ["key_values"],
  }),
  "features/scans/tag-test/tag-test-page": members("/dashboard/settings/test-my-tag", {
    post: { form: ({ tagId }) => ({ intent: "start", tagId }), status: 303 },
    postByOthers: 404,
  }),
  "features/lost-found/own/own-reports-page": members("/dashboard/lost-found"),
  "report-new": members("/dashboard/lost-found/new", { post: { form: () => ({ kind: "lost" }), status: 400 } }),
  report: owners(({ reportId }) => `/dashboard/lost-found/${reportId}`, {
    post: { form: () => ({ intent: "resolve", resolution: "other" }), status: 303 },
    postByOthers: 404,
  }),
  "features/lost-found/own/first-steps-page": owners(
    ({ reportId }) => `/dashboard/lost-found/${reportId}/first-steps`,
    {
      post: { form: () => ({ intent: "tick", step: "share", isDone: "on" }), status: 303 },
      postByOthers: 404,
    },
  ),
  "report-edit": owners(({ reportId }) => `/dashboard/lost-found/${reportId}/edit`, {
    post: { form: () => ({ kind: "lost" }), status: 400 },
    postByOthers: 404,
  }),
  conversation: owners(
    ({ reportId, conversationId }) => `/dashboard/lost-found/${reportId}/conversations/${conversationId}`,
    {
      post: { form: () => ({ intent: "share" }), status: 303 },
      postByOthers: 404,
    },
  ),
  posters: owners(({ reportId }) => `/dashboard/lost-found/${reportId}/posters`, {
    post: { form: empty, status: 409 },
    postByOthers: 404,
  }),
  "poster-file": owners(({ reportId, poster }) => `/dashboard/lost-found/${reportId}/posters/${poster.id}.pdf`),
  "features/tips/tips-page": members("/dashboard/tips"),
  "features/reminders/list/reminders-page": members("/dashboard/reminders", {
    post: {
      form: ({ reminderId, reminderDay }) => ({ intent: "finish", reminderId, day: reminderDay }),
      status: 303,
    },
    postByOthers: 404,
  }),
  "reminder-new": members("/dashboard/reminders/new", {
    post: { form: ({ petId, reminderDay }) => newReminder(petId, reminderDay), status: 303 },
    postByOthers: 404,
  }),
  "reminder-edit": owners(({ reminderId }) => `/dashboard/reminders/${reminderId}`, {
    post: { form: () => ({ intent: "remove" }), status: 303 },
    postByOthers: 404,
  }),
  "features/orders/history/orders-page": members("/dashboard/orders"),
  "features/orders/history/order-page": owners(({ orderNumber }) => `/dashboard/orders/${orderNumber}`, {
    post: { form: () => ({ intent: "again" }), status: 303 },
    postByOthers: 404,
  }),
  "features/orders/documents/invoice-file": owners(({ orderNumber }) => `/dashboard/orders/${orderNumber}/invoice`),
  "features/plans/subscription/subscription-page": members("/dashboard/subscription", {
    post: { form: ({ requestId }) => ({ intent: "withdraw", requestId }), status: 303 },
    postByOthers: 404,
  }),
  "features/conversations/attachments/own-attachment-file": owners(
    ({ messageId }) => `/dashboard/attachments/${messageId}`,
  ),
  "features/plans/upgrade-requests/own-proof-file": owners(
    ({ paidRequestId }) => `/dashboard/subscription/${paidRequestId}/proof`,
  ),
  "features/plans/subscription/receipt-file": owners(
    ({ paidRequestId }) => `/dashboard/subscription/${paidRequestId}/receipt`,
  ),
  "dashboard-not-found": members("/dashboard/nowhere", { get: 404 }),

  ...petsTable,
  ...adminTable,
};
