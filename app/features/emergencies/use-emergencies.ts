import { createContext, use } from "react";
import type { Emergency } from "./emergencies.rules.ts";

/** Emergencies loaded by the owner layout, for the pages inside it. */
export const EmergenciesContext = createContext<readonly Emergency[]>([]);

export function useEmergencies(): readonly Emergency[] {
  return use(EmergenciesContext);
}
