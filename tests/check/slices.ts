/**
 * The table of contents of the product. A slice may import only those above it; the law of the house, its drawing and
 * the checks are made from this list.
 */
export const slices = [
  { name: "accounts", about: "sign-up, sign-in, verify, reset, profile, roles, sessions" },
  { name: "alerts", about: "the inbox, the channels, preferences, delivery" },
  { name: "messages", about: "masked conversations between an owner and a finder" },
  { name: "plans", about: "limits, upgrade requests and their review" },
  { name: "pets", about: "pets, medical record, vet, emergency contacts, what a finder sees" },
  { name: "care", about: "tips and reminders" },
  { name: "tags", about: "generate, claim, link, switch off, replace, print" },
  { name: "scans", about: "the finder's page, scan records, evidence, places" },
  { name: "reports", about: "lost and found, matching, posters" },
  { name: "products", about: "catalogue, stock, reviews" },
  { name: "orders", about: "cart, checkout, orders, cash collection, returns" },
  { name: "overview", about: "the owner's and the administrator's dashboards" },
  { name: "pages", about: "home, about, privacy and the like" },
] as const;

export const sliceNames: readonly string[] = slices.map(({ name }) => name);
