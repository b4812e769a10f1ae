/** All features in order. A feature may import only those above it; the import rules are generated from this list. */
export const features = [
  { name: "users", about: "who somebody is: account, role, language, time zone, theme" },
  { name: "audit-log", about: "what was changed, by whom" },
  { name: "admin-lists", about: "lists of the panel: bulk actions with undo, saved filters" },
  { name: "phone", about: "WhatsApp and SMS: messages, receipts, consent, codes" },
  { name: "auth", about: "sign-up, sign-in, sessions, password, two-factor, passkeys, email change, guards" },
  { name: "settings", about: "profile, security and appearance of one's own account" },
  { name: "notifications", about: "what people are told, channels, preferences, delivery" },
  { name: "phone-sign-in", about: "sign-up and sign-in by a number" },
  { name: "conversations", about: "masked conversations between an owner and a finder" },
  { name: "plans", about: "limits, upgrade requests, review, expiry" },
  { name: "pets", about: "profile, medical record, photos, caregivers, share links, trash" },
  { name: "tips", about: "care tips" },
  { name: "reminders", about: "reminders, recurrence, calendar" },
  { name: "tags", about: "claim, manage, batches, printing, NFC, replacement" },
  { name: "scans", about: "the finder's page, recording, history, escalation, live location, handover" },
  { name: "lost-found", about: "reports, form, matching, posters, contact, moderation" },
  { name: "emergencies", about: "what to act on now: lost pets, finders who wait" },
  { name: "catalog", about: "products, stock, reviews" },
  { name: "cart", about: "the cart of a guest or an account, and their merge" },
  { name: "orders", about: "history, fulfilment, returns, documents" },
  { name: "checkout", about: "placing an order, free replacement of a tag" },
  { name: "pet-transfers", about: "a pet changes its owner" },
  { name: "account-data", about: "export and erasure of a person's data" },
  { name: "dashboard", about: "the owner's overview and inbox" },
  {
    name: "admin",
    about: "the panel: overview, users, pets, tags, reports, products, orders, upgrade requests, audit log, system",
  },
  { name: "pages", about: "home, about, privacy, contact and the like" },
] as const;

export const featureNames: readonly string[] = features.map(({ name }) => name);
