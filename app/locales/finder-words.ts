import type { WordKey } from "#app/platform/i18n/words.ts";

/** Why a photo was refused, which finders read in their own language. */
const photoRefusals = [
  "form.photoNotImage",
  "form.photoTooLarge",
  "form.photoHeic",
  "errors.photoTooManyPixels",
  "errors.photoTooLong",
  "errors.photoDamaged",
  "errors.photosBusy",
  "finderPage.finder.photoNotSent",
] as const satisfies WordKey[];
export type PhotoRefusal = (typeof photoRefusals)[number];

/** The photo could not be stored, for a reason that says nothing to a finder. */
export const photoNotSent = "finderPage.finder.photoNotSent" satisfies PhotoRefusal;

/** Returns the reason with this key; undefined for any other text. */
export const readPhotoRefusal = (key: string | null): PhotoRefusal | undefined =>
  photoRefusals.find((one) => one === key);

/** Texts of the finder's pages, in all languages of finders: keys, and beginnings of keys that end with a dot. */
const included = [
  "finderPage.finder.",
  "finderPage.sharing.",
  "finderPage.accessEnd.",
  "finderPage.status.",
  "finderPage.advice.",
  "finderPage.clinics.",
  "finderPage.languages.",
  "finderPage.whatsapp.write",
  "finderPage.whatsapp.goOn",
  "finderPage.whatsapp.hint",
  "finderPage.whatsapp.have",
  "finderPage.whatsapp.haveOther",
  "conversations.you",
  "conversations.family",
  "conversations.owner",
  "conversations.write",
  "conversations.writeLabel",
  "conversations.send",
  "conversations.masked",
  "conversations.earlier",
  "conversations.latest",
  "conversations.closedForYou",
  "conversations.ownerStopped",
  "conversations.quickLabel",
  "conversations.quick.",
  "conversations.attachment.add",
  "conversations.attachment.photoOf",
  "conversations.attachment.notNow",
  "conversations.attachment.addVoice",
  "conversations.attachment.voiceOf",
  "conversations.attachment.download",
  "conversations.attachment.oneFile",
  "conversations.photoRequest.ask",
  "chip.",
  "proofWords.",
  "pets.needs.",
  "tags.mistyped",
  "form.required",
  "form.invalid",
  "form.maxLength",
  ...photoRefusals,
  "errors.bodyTooLarge",
  "errors.noRoom",
  "errors.nameLikeLink",
  "errors.voiceNotAudio",
  "errors.voiceEmpty",
  "errors.voiceTooLong",
  "errors.voiceTooLarge",
  "errors.tooManyPhotos",
  "errors.tooMany",
  "errors.tooManyHours",
  "common.error.general",
  "scanDetails.handover.already",
  "scanDetails.handover.wrong",
  "accounts.phone.number",
  "phone.card.byWhatsapp",
  "phone.card.bySms",
];

/** Those of them that only an owner or an administrator sees, who reads the product's languages. */
const ownersOnly = [
  ...["off", "offTitle", "offAdmin", "offOpen", "offInPanel", "void", "voidTitle"],
  ...["createTitle", "createText", "create", "yours", "yoursText", "manage", "marked.yours", "replaced.yours"],
  ...["works", "worksText", "testNow", "toPet", "finderSees", "linkNow", "petToLink", "later"],
  ...["claim", "claimAndLink", "petName", "petPhoto", "openProfile"],
].map((key) => `finderPage.finder.${key}`);

/** Returns whether a text, by its key without a plural form, is one of the finder's pages. */
export const isFinderWord = (key: string): boolean =>
  !ownersOnly.includes(key) && included.some((one) => (one.endsWith(".") ? key.startsWith(one) : key === one));
