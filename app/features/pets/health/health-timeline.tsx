import Activity from "lucide-react/icons/activity";
import HeartPulse from "lucide-react/icons/heart-pulse";
import NotebookPen from "lucide-react/icons/notebook-pen";
import Pill from "lucide-react/icons/pill";
import Scale from "lucide-react/icons/scale";
import Stethoscope from "lucide-react/icons/stethoscope";
import Syringe from "lucide-react/icons/syringe";
import type { ComponentType, ReactNode } from "react";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { photoUrl } from "#app/platform/files/photos.ts";
import type { HealthKind } from "../pets.rules.ts";
import type { HealthEvent } from "./health.server.ts";

const icons: Record<HealthKind, ComponentType<{ className?: string }>> = {
  weight: Scale,
  vaccination: Syringe,
  checkup: Stethoscope,
  medication: Pill,
  illness: Activity,
  surgery: HeartPulse,
  note: NotebookPen,
};

/** List of a pet's health entries, the newest day first. `actionsOf` renders the actions of each entry. */
export function HealthTimeline({
  events,
  actionsOf,
}: {
  events: readonly HealthEvent[];
  actionsOf?: (event: HealthEvent) => ReactNode;
}) {
  return (
    <ol className="grid">
      {events.map((event, index) => (
        <Entry key={event.id} event={event} isLast={index === events.length - 1} actions={actionsOf?.(event)} />
      ))}
    </ol>
  );
}

function Entry({ event, isLast, actions }: { event: HealthEvent; isLast: boolean; actions: ReactNode }) {
  const { t, format } = useViewer();
  const Icon = icons[event.kind];
  return (
    <li className="relative grid grid-cols-[auto_1fr] gap-x-4 pb-6 wrap-anywhere last:pb-0">
      {!isLast && <span aria-hidden="true" className="absolute start-[17px] top-10 bottom-1 w-0.5 bg-line" />}
      <span aria-hidden="true" className="grid size-9 place-items-center rounded-full bg-brand-soft text-brand-deep">
        <Icon className="size-4.5" />
      </span>
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0 flex-1">
            <p className="text-xs text-ink-3">
              {t(`petHealth.kinds.${event.kind}`)}
              {"\u00a0· "}
              <time dateTime={event.day}>{format.day(event.day, "shortDate")}</time>
            </p>
            <p className="font-semibold">
              {event.weightKg !== null && <span>{t("pets.kilograms", { weight: event.weightKg })}</span>}
              {event.weightKg !== null && event.title && "\u00a0· "}
              {event.title && <bdi>{event.title}</bdi>}
            </p>
          </div>
          {actions && <div className="flex gap-1 print:hidden">{actions}</div>}
        </div>
        {event.note && (
          <p className="mt-1 text-sm whitespace-pre-line text-ink-2">
            <bdi>{event.note}</bdi>
          </p>
        )}
        {event.photoId && (
          <a href={photoUrl(event.photoId, 1600)} className="mt-2 inline-block overflow-hidden rounded-2">
            <img
              src={photoUrl(event.photoId, 160)}
              alt={t("petHealth.photoOf", { title: event.title ?? t(`petHealth.kinds.${event.kind}`) })}
              loading="lazy"
              className="h-24 w-auto"
            />
          </a>
        )}
      </div>
    </li>
  );
}
