export const plansEn = {
  names: { basic: "Basic", comfort: "Comfort", "rescue-plus": "Rescue Plus" },
  used: "{{used}} of {{limit}} on the {{plan}} plan",
  usedUnlimited: "{{plan}} plan, no limit on pets",
  see: "See the plans",
  fullTitle: "Your plan is full",
  /** Why one more pet was refused, and what to do. */
  full: {
    basic:
      "The Basic plan holds 1 pet, and yours is full. Move to Comfort for up to 3 pets, or to Rescue Plus for as many as you like.",
    comfort: "The Comfort plan holds 3 pets, and yours is full. Move to Rescue Plus for as many as you like.",
    "rescue-plus": "Your plan has no limit on pets. Please try again.",
  },
};
