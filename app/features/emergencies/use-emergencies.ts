import { createContext, use } from "react";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { ageOf, type Emergency, spanSince } from "./emergencies.rules.ts";

/** Emergencies loaded by the owner layout, for the pages inside it. */
export const EmergenciesContext = createContext<readonly Emergency[]>([]);

export function useEmergencies(): readonly Emergency[] {
  return use(EmergenciesContext);
}

const isolate = (name: string) => `\u2068${name}\u2069`;

/** Returns a function that gives an emergency's age, title, notes and button label. */
export function useEmergencyWords() {
  const { t, format, now } = useViewer();
  return ({ kind, petName, finderName, ownerName, since, sightings, conversations }: Emergency) => {
    const pet = petName ? isolate(petName) : t("owner.emergency.yourPet");
    const finder = finderName ? isolate(finderName) : null;
    const isWaiting = kind !== "lost";
    const age = ageOf({ since, ownerName }, new Date(now));
    const { unit, count } = spanSince(since, new Date(now));
    const sentence = isWaiting
      ? finder
        ? t(`owner.emergency.${kind}`, { finder, pet })
        : t(`owner.emergency.${kind}Nameless`, { pet })
      : t(`owner.emergency.lost.${unit}`, { pet, count });
    const notes = [
      isWaiting && format.ago(since),
      isWaiting && age === "old" && ownerName === null && t("owner.emergency.stillWaiting"),
      ownerName && t("owner.emergency.petOf", { owner: isolate(ownerName) }),
      sightings > 0 && t("owner.emergency.sightings", { count: sightings }),
      conversations > 0 && t("owner.emergency.conversations", { count: conversations }),
    ];
    return {
      age,
      title: petName ? sentence : sentence.charAt(0).toUpperCase() + sentence.slice(1),
      notes: notes.filter((note) => typeof note === "string"),
      action: t(`owner.emergency.${ownerName !== null ? "see" : isWaiting ? "answer" : "search"}`),
    };
  };
}
