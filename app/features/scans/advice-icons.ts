import Bandage from "lucide-react/icons/bandage";
import Box from "lucide-react/icons/box";
import DoorClosed from "lucide-react/icons/door-closed";
import Droplets from "lucide-react/icons/droplets";
import Hand from "lucide-react/icons/hand";
import Sun from "lucide-react/icons/sun";
import TrafficCone from "lucide-react/icons/traffic-cone";
import Trees from "lucide-react/icons/trees";
import type { PetType } from "#app/features/pets/pets.rules.ts";

/** Pictures of the steps; where to keep an animal depends on its species. */
export const adviceIcons = {
  dog: TrafficCone,
  cat: DoorClosed,
  bird: Box,
  other: Trees,
  hold: Hand,
  water: Droplets,
  heat: Sun,
  hurt: Bandage,
} satisfies Record<PetType, unknown> & Record<string, unknown>;
