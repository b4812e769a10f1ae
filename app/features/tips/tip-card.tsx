import { useTranslation } from "react-i18next";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatList } from "#app/platform/i18n/format.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import type { ShownTip } from "./tips.server.ts";
import { topicIcons } from "./topic-icons.ts";

const maxNames = 3;

/** "For Luna and Rocky": the user's pets that a tip applies to. */
export function TipPets({ pets }: { pets: readonly string[] }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  if (pets.length === 0) return null;
  const names = formatList(pets.slice(0, maxNames), language);
  const more = pets.length - maxNames;
  return (
    <Chip tone="brand">
      <bdi className="wrap-anywhere">
        {more > 0 ? t("tips.forMore", { names, count: more }) : t("tips.for", { names })}
      </bdi>
    </Chip>
  );
}

/** Card of a tip with its topic's icon and the pets it applies to. */
export function TipCard({ tip }: { tip: ShownTip }) {
  const { t } = useTranslation();
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
