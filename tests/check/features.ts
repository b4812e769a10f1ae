/** All features in order. A feature may import only those above it; the import rules are generated from this list. */
export const features = [
  { name: "users", about: "accounts: role, language, time zone, theme" },
  { name: "audit-log", about: "who changed what" },
  { name: "admin-lists", about: "lists of the admin panel: bulk actions with undo, saved filters" },
  { name: "phone", about: "WhatsApp and SMS: messages, receipts, consent, codes" },
  { name: "auth", about: "sign-up, sign-in, sessions, password, two-factor, passkeys, email change, guards" },
  { name: "settings", about: "profile, security and appearance of the user's own account" },
  { name: "notifications", about: "inbox, channels, preferences, delivery" },
  { name: "phone-sign-in", about: "sign-up and sign-in by phone number" },
  { name: "conversations", about: "masked conversations between an owner and a finder" },
  { name: "plans", about: "limits, upgrade requests, review, expiry" },
  { name: "pets", about: "profile, medical record, photos, caregivers, share links, trash" },
  { name: "tips", about: "care tips" },
  { name: "clinics", about: "vet clinics that finders are shown" },
  { name: "reminders", about: "reminders, recurrence, calendar" },
  { name: "tags", about: "claim, manage, batches, printing, NFC, replacement" },
  { name: "scans", about: "finder page, recording, history, escalation, live location, handover" },
  { name: "lost-found", about: "reports, form, matching, posters, conversations, moderation" },
  { name: "emergencies", about: "what needs attention now: lost pets, waiting finders" },
  { name: "catalog", about: "products, stock, reviews" },
  { name: "cart", about: "carts of guests and accounts, and merging them at sign-in" },
  { name: "orders", about: "history, fulfilment, returns, documents" },
  { name: "checkout", about: "placing an order, free replacement tags" },
  { name: "pet-transfers", about: "transfer of a pet to a new owner" },
  { name: "account-data", about: "export and erasure of a person's data" },
  { name: "dashboard", about: "the owner's overview and inbox page" },
  {
    name: "admin",
    about:
      "admin panel: overview, users, pets, tags, reports, clinics, products, orders, upgrade requests, audit log, settings, system",
  },
  { name: "pages", about: "home, about, privacy, contact and other static pages" },
] as const;

export const featureNames: readonly string[] = features.map(({ name }) => name);
