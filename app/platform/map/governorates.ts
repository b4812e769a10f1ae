/** Keys of the 27 governorates of Egypt (ISO 3166-2:EG); their names are translations. */
export const governorates = [
  "cairo",
  "giza",
  "alexandria",
  "qalyubia",
  "dakahlia",
  "sharqia",
  "gharbia",
  "monufia",
  "beheira",
  "kafrElSheikh",
  "damietta",
  "portSaid",
  "ismailia",
  "suez",
  "faiyum",
  "beniSuef",
  "minya",
  "asyut",
  "sohag",
  "qena",
  "luxor",
  "aswan",
  "redSea",
  "newValley",
  "matrouh",
  "northSinai",
  "southSinai",
] as const;
export type Governorate = (typeof governorates)[number];

export const homeCountry = "EG";

export function isGovernorate(text: string | null | undefined): text is Governorate {
  return governorates.includes(text as Governorate);
}
