import Badge from "lucide-react/icons/badge";
import Bird from "lucide-react/icons/bird";
import Bug from "lucide-react/icons/bug";
import Camera from "lucide-react/icons/camera";
import CarFront from "lucide-react/icons/car-front";
import CloudRain from "lucide-react/icons/cloud-rain";
import DoorOpen from "lucide-react/icons/door-open";
import Droplets from "lucide-react/icons/droplets";
import Feather from "lucide-react/icons/feather";
import Fence from "lucide-react/icons/fence";
import Flame from "lucide-react/icons/flame-kindling";
import Flower from "lucide-react/icons/flower-2";
import Footprints from "lucide-react/icons/footprints";
import Gift from "lucide-react/icons/gift";
import Hand from "lucide-react/icons/hand";
import HeartPulse from "lucide-react/icons/heart-pulse";
import House from "lucide-react/icons/house";
import Moon from "lucide-react/icons/moon";
import Nfc from "lucide-react/icons/nfc";
import PartyPopper from "lucide-react/icons/party-popper";
import PawPrint from "lucide-react/icons/paw-print";
import Scale from "lucide-react/icons/scale";
import Scissors from "lucide-react/icons/scissors";
import Stethoscope from "lucide-react/icons/stethoscope";
import ThermometerSnowflake from "lucide-react/icons/thermometer-snowflake";
import ThermometerSun from "lucide-react/icons/thermometer-sun";
import ToyBrick from "lucide-react/icons/toy-brick";
import Utensils from "lucide-react/icons/utensils";
import Waves from "lucide-react/icons/waves-horizontal";
import Wind from "lucide-react/icons/wind";
import type { ComponentType, SVGProps } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { TipPets } from "./tip-pets.tsx";
import type { TipTopic } from "./tips.rules.ts";
import type { ShownTip } from "./tips.server.ts";

const topicIcons: Record<TipTopic, ComponentType<SVGProps<SVGSVGElement>>> = {
  tag: Nfc,
  noise: PartyPopper,
  night: Moon,
  air: Wind,
  vet: Stethoscope,
  photo: Camera,
  food: Utensils,
  collar: Badge,
  car: CarFront,
  heat: ThermometerSun,
  sea: Waves,
  parasites: Bug,
  rain: CloudRain,
  walk: Footprints,
  firstSteps: PawPrint,
  toys: ToyBrick,
  door: DoorOpen,
  weight: Scale,
  age: HeartPulse,
  fall: Fence,
  water: Droplets,
  grooming: Scissors,
  plants: Flower,
  presents: Gift,
  hands: Hand,
  home: House,
  smoke: Flame,
  cold: ThermometerSnowflake,
  feathers: Feather,
  flight: Bird,
};

/** Card of a tip with its topic's icon and the pets it applies to. */
export function TipCard({ tip }: { tip: ShownTip }) {
  const t = useT();
  const Icon = topicIcons[tip.topic];
  return (
    <Card as="li" pad="none" className="grid grid-cols-[auto_1fr] content-start gap-x-4 p-5">
      <span
        aria-hidden="true"
        className="grid size-14 place-items-center rounded-2 bg-brand-soft text-brand-deep *:size-7"
      >
        <Icon />
      </span>
      <div className="grid content-start gap-2">
        <h2 className="text-base leading-snug font-semibold">{tip.title}</h2>
        <p className="text-sm text-ink-2">{tip.text}</p>
        <div className="mt-1 flex flex-wrap gap-2 empty:hidden">
          <TipPets pets={tip.pets} />
          {tip.stages.map((stage) => (
            <Chip key={stage}>{t(`tips.stages.${stage}`)}</Chip>
          ))}
          {tip.seasons.map((season) => (
            <Chip key={season} tone="sun">
              {t(`tips.seasons.${season}`)}
            </Chip>
          ))}
        </div>
      </div>
    </Card>
  );
}
