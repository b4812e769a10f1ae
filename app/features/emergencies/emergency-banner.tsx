import PawPrint from "lucide-react/icons/paw-print";
import { href, Link } from "react-router";
import { animalIcons } from "#app/features/pets/animal-icons.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { Photo } from "#app/platform/ui/photo.tsx";
import { alarmMorph } from "#app/platform/ui/use-morph.ts";
import type { Emergency } from "./emergencies.rules.ts";
import { useEmergencyWords } from "./use-emergencies.ts";

/** Maximum number of lines. If there are as many, other pages show only the first, to keep their content in sight. */
const maxShown = 3;

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

/** Banner on every owner page while there are emergencies: one line for each, with one action. */
export function EmergencyBanner({
  emergencies,
  isStandalone = true,
}: {
  emergencies: readonly Emergency[];
  /** False when shown below the most urgent emergency's own card. */
  isStandalone?: boolean;
}) {
  const t = useT();
  const describeEmergency = useEmergencyWords();
  if (emergencies.length === 0) return null;
  const shown = isStandalone && emergencies.length >= maxShown ? 1 : maxShown;
  const hiddenCount = emergencies.length - shown;
  return (
    <section
      aria-label={t("owner.emergency.label")}
      data-alarm
      style={isStandalone ? alarmMorph : undefined}
      className="bg-alarm text-alarm-ink print:hidden"
    >
      <ul className="mx-auto w-full max-w-[1120px] divide-y divide-alarm-ink/25 px-5 md:px-8">
        {emergencies.slice(0, shown).map((emergency) => {
          const { title, notes, action } = describeEmergency(emergency);
          return (
            <li key={emergency.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              <EmergencyPhoto emergency={emergency} className="size-11 rounded-full" />
              <p className="min-w-24 flex-1 text-sm leading-snug">
                {/* Two lines, because an ellipsis in an Arabic line would cut off the start of a Latin name. */}
                <span className="line-clamp-2 font-semibold max-[24rem]:line-clamp-3 max-[16rem]:line-clamp-none">
                  {title}
                </span>
                {notes.length > 0 && <span className="line-clamp-1 text-xs">{notes.join(" · ")}</span>}
              </p>
              <Link
                to={emergency.to}
                prefetch="intent"
                className="flex min-h-11 shrink-0 items-center rounded-full bg-alarm-ink px-4 text-sm font-semibold text-alarm outline-offset-2 focus-visible:outline-3 focus-visible:outline-alarm-ink"
              >
                {action}
              </Link>
            </li>
          );
        })}
      </ul>
      {hiddenCount > 0 && (
        <p className="mx-auto w-full max-w-[1120px] px-5 pb-1.5 text-sm md:px-8">
          <Link to={href("/dashboard")} className="flex min-h-9 w-fit items-center underline">
            {t("owner.emergency.more", { count: hiddenCount })}
          </Link>
        </p>
      )}
    </section>
  );
}
