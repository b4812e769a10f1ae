import Bird from "lucide-react/icons/bird";
import Cat from "lucide-react/icons/cat";
import Dog from "lucide-react/icons/dog";
import PawPrint from "lucide-react/icons/paw-print";
import type { ComponentType, SVGProps } from "react";
import type { PetType } from "./pets.rules.ts";

/** Icon of each pet type. */
export const animalIcons: Record<PetType, ComponentType<SVGProps<SVGSVGElement>>> = {
  dog: Dog,
  cat: Cat,
  bird: Bird,
  other: PawPrint,
};
