import PawPrint from "lucide-react/icons/paw-print";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { animalIcons } from "#app/features/pets/animal-icons.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { Photo } from "#app/platform/ui/photo.tsx";
import { alarmTransition } from "#app/platform/ui/use-transition-style.ts";
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
          sizes={large ? "8rem" : "4rem"}
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

/** What an emergency looks like by its age, as a line and as a card. */
export const emergencyStyles: Record<EmergencyAge, { line: string; link: string; card: string; title?: string }> = {
  new: {
    line: "bg-alarm text-alarm-ink",
    link: "bg-alarm-ink text-alarm focus-visible:outline-alarm-ink",
    card: "border-2 border-alarm bg-lost-soft",
    title: "text-lost",
  },
  today: {
    line: "border-s-4 border-alarm bg-surface text-ink",
    link: "bg-lost-soft text-lost",
    card: "border border-s-4 border-line border-s-alarm bg-surface shadow-1",
  },
  old: { line: "bg-sun-soft text-ink", link: "bg-surface text-ink", card: "border border-line bg-sun-soft" },
};

/** One emergency in a line with one action; its colour says how recent it is, unless a card above is the loudest. */
export function EmergencyLine({
  emergency,
  more = 0,
  isBelowCard = false,
  children,
}: {
  emergency: Emergency;
  more?: number;
  isBelowCard?: boolean;
  /** Further actions. */
  children?: ReactNode;
}) {
  const t = useT();
  const { title, notes, action, age } = useEmergencyWords()(emergency);
  const styles = emergencyStyles[isBelowCard && age === "new" ? "today" : age];
  const shown = more > 0 ? [...notes, t("owner.emergency.more", { count: more })] : notes;
  return (
    <div data-age={age} className={cx("@container", styles.line)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-1.5 md:px-8">
        <EmergencyPhoto emergency={emergency} className="size-11 rounded-full" />
        {/* With large text everything is shown, and the action below it. */}
        <p className="min-w-24 flex-1 text-sm leading-snug @max-[16rem]:min-w-3/5">
          {/* Two lines, because an ellipsis in an Arabic line would cut off the start of a Latin name. */}
          <span className="block font-semibold @min-[16rem]:line-clamp-3 @min-[24rem]:line-clamp-2">{title}</span>
          {shown.length > 0 && (
            <span className="block text-xs @min-[16rem]:line-clamp-2">{shown.join("\u00a0· ")}</span>
          )}
        </p>
        <Link
          to={emergency.to}
          prefetch="intent"
          className={cx(
            "flex min-h-11 shrink-0 items-center rounded-full px-4 text-sm font-semibold outline-offset-2 focus-visible:outline-3",
            styles.link,
          )}
        >
          {action}
        </Link>
        {children}
      </div>
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
      style={alarmTransition}
      className="border-b border-line print:hidden"
    >
      <EmergencyLine emergency={first} more={others.length} />
    </section>
  );
}

/** On pages that show no line: a dot and the number of emergencies, which lead to the most urgent one. */
export function EmergencyCount({ emergencies }: { emergencies: readonly Emergency[] }) {
  const { t, format } = useViewer();
  const [first] = emergencies;
  if (!first) return null;
  return (
    <Link
      to={first.to}
      prefetch="intent"
      className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm font-semibold text-ink"
    >
      <span aria-hidden className="size-2.5 rounded-full bg-lost" />
      <span aria-hidden className="tabular-nums">
        {format.number(emergencies.length)}
      </span>
      <span className="sr-only">{`${t("owner.emergency.label")}: ${format.number(emergencies.length)}`}</span>
    </Link>
  );
}
