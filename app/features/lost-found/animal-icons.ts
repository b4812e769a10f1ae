import Bird from "lucide-react/icons/bird";
import Cat from "lucide-react/icons/cat";
import Dog from "lucide-react/icons/dog";
import PawPrint from "lucide-react/icons/paw-print";
import type { ComponentType, SVGProps } from "react";
import type { Portrayed } from "./reports.rules.ts";

/** The kind of animal of a report without a photo. */
export const animalIcons: Record<Portrayed["type"], ComponentType<SVGProps<SVGSVGElement>>> = {
  dog: Dog,
  cat: Cat,
  bird: Bird,
  other: PawPrint,
};
