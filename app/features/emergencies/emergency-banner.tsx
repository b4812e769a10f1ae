import PawPrint from "lucide-react/icons/paw-print";
import { Link } from "react-router";
import { animalIcons } from "#app/features/pets/animal-icons.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { Photo } from "#app/platform/ui/photo.tsx";
import { alarmMorph } from "#app/platform/ui/use-morph.ts";
import type { Emergency, EmergencyAge } from "./emergencies.rules.ts";
import { useEmergencyWords } from "./use-emergencies.ts";

/** The pet's photo, or the icon of its species when there is none. `className` sets the size. */
export function EmergencyPhoto({
  emergency: { photo, type },
  large = false,
  className,
}: {
  emergency: Pick<Emergency, "photo" | "type">;
  large?: boolean;
  className: string;
}) {
  const Icon = type ? animalIcons[type] : PawPrint;
  return (
    <span className={cx("grid shrink-0 place-items-center overflow-hidden bg-sunken text-ink-3", className)}>
      {photo ? (
        <Photo
          id={photo.id}
          width={large ? 640 : 160}
          alt=""
          eager
          style={{ objectPosition: `${photo.x}% ${photo.y}%` }}
        />
      ) : (
        <Icon aria-hidden className="size-1/2" />
      )}
    </span>
  );
}

const looks: Record<EmergencyAge, { line: string; link: string }> = {
  new: { line: "bg-alarm text-alarm-ink", link: "bg-alarm-ink text-alarm focus-visible:outline-alarm-ink" },
  today: { line: "border-s-4 border-alarm bg-surface text-ink", link: "bg-lost-soft text-lost" },
  old: { line: "bg-sun-soft text-ink", link: "bg-surface text-ink" },
};

/** One emergency in a line with one action; its colour says how recent it is, unless a card above is the loudest. */
export function EmergencyLine({
  emergency,
  more = 0,
  isBelowCard = false,
}: {
  emergency: Emergency;
  more?: number;
  isBelowCard?: boolean;
}) {
  const t = useT();
  const { title, notes, action, age } = useEmergencyWords()(emergency);
  const look = looks[isBelowCard && age === "new" ? "today" : age];
  const shown = more > 0 ? [...notes, t("owner.emergency.more", { count: more })] : notes;
  return (
    <div data-age={age} className={cx("flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-1.5 md:px-8", look.line)}>
      <EmergencyPhoto emergency={emergency} className="size-11 rounded-full" />
      <p className="min-w-24 flex-1 text-sm leading-snug">
        {/* Two lines, because an ellipsis in an Arabic line would cut off the start of a Latin name. */}
        <span className="line-clamp-2 font-semibold max-[24rem]:line-clamp-3 max-[16rem]:line-clamp-none">{title}</span>
        {shown.length > 0 && <span className="line-clamp-1 text-xs">{shown.join(" · ")}</span>}
      </p>
      <Link
        to={emergency.to}
        prefetch="intent"
        className={cx(
          "flex min-h-11 shrink-0 items-center rounded-full px-4 text-sm font-semibold outline-offset-2 focus-visible:outline-3",
          look.link,
        )}
      >
        {action}
      </Link>
    </div>
  );
}

/** Banner on owner pages: one line for the most urgent emergency, which says how many more there are. */
export function EmergencyBanner({ emergencies }: { emergencies: readonly Emergency[] }) {
  const t = useT();
  const [first, ...others] = emergencies;
  if (!first) return null;
  return (
    <section
      aria-label={t("owner.emergency.label")}
      data-alarm
      style={alarmMorph}
      className="border-b border-line print:hidden"
    >
      <EmergencyLine emergency={first} more={others.length} />
    </section>
  );
}
