import { createContext, use } from "react";
import type { Emergency } from "./emergencies.rules.ts";

/** What the frame of the owner's pages has loaded, for the pages inside it. */
export const EmergenciesContext = createContext<readonly Emergency[]>([]);

export function useEmergencies(): readonly Emergency[] {
  return use(EmergenciesContext);
}
