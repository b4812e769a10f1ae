/** Private fields of the pet itself, by their names. */
export const petFieldValues = {
  microchip: "941000024680135",
  microchipPlace: "canary-chip-place",
  secondMicrochip: "941000024680357",
  secondMicrochipPlace: "canary-second-chip-place",
} as const;

/** Private values of a pet's profile and record, which caregivers may read. */
export const recordValues = {
  ...petFieldValues,
  hiddenNotes: "canary-hidden-notes",
  hiddenDiet: "canary-hidden-diet",
  hiddenBehaviours: "canary-hidden-behaviours",
  hiddenUrgent: "canary-hidden-urgent",
  hiddenBreed: "canary-hidden-breed",
  conditions: "canary-conditions",
  medications: "canary-medications",
  bloodType: "canary-blood",
  medicalNotes: "canary-medical-notes",
  vetName: "canary-vet",
  vetPhone: "+20223456789",
  clinicAddress: "canary-clinic",
} as const;

/** Private values of the owner, unique enough to be found in any response. */
export const privateValues = {
  ...recordValues,
  lastName: "Canarylast",
  email: "canary-owner@example.com",
  phone: "+201001112223",
  address: "12 Canary Street",
  finderPhone: "+201002223334",
  contactName: "canary-contact",
  contactPhone: "+201003334445",
  contactEmail: "canary-contact@example.com",
  latitude: "30.0444219",
  longitude: "31.2357116",
  place: "canary-place",
  wholeAddress: "198.51.100.77",
  finderName: "canary-finder",
  finderContact: "canary-reach-me",
  message: "canary-message",
  removedName: "canary-removed",
  reminderTitle: "canary-reminder",
  reminderNote: "canary-note",
  orderName: "Canary Buyer",
  orderPhone: "+201004445556",
  orderAddress: "7 Canary Orders Street",
  reportHiddenMark: "canary-hidden-mark",
  reportMicrochip: "941000024680246",
  reportPlace: "canary-exact-spot",
  reportLatitude: "30.0719283",
  reportLongitude: "31.2837465",
  reportContactName: "canary-report-contact",
  reportContactPhone: "+201005556678",
  reportContactEmail: "canary-report@example.com",
  reportClaimedMark: "canary-claimed-mark",
  reportMessage: "canary-report-message",
  posterPlace: "canary-poster-place",
  planNotes: "canary-plan-notes",
  planReference: "canary-plan-reference",
  /** Base32 form of `appKey`. */
  appEmails: "MNQW4YLSPEWWWZLZFVXWMLJSGAWWE6LU",
  recoveryHash: "canary-recovery-hash",
} as const;
export type PrivateValue = keyof typeof privateValues;
