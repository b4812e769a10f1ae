import ArrowLeftRight from "lucide-react/icons/arrow-left-right";
import Bell from "lucide-react/icons/bell";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Crown from "lucide-react/icons/crown";
import MapPin from "lucide-react/icons/map-pin";
import Megaphone from "lucide-react/icons/megaphone";
import MessageCircle from "lucide-react/icons/message-circle";
import Package from "lucide-react/icons/package";
import ScanLine from "lucide-react/icons/scan-line";
import Search from "lucide-react/icons/search";
import Siren from "lucide-react/icons/siren";
import Tag from "lucide-react/icons/tag";
import UserRound from "lucide-react/icons/user-round";
import type { ComponentType, SVGProps } from "react";
import { Link } from "react-router";
import { Deliveries } from "#app/features/notifications/delivery/deliveries.tsx";
import { notificationWords } from "#app/features/notifications/notification-texts.ts";
import type { NotificationKind } from "#app/features/notifications/notifications.rules.ts";
import type { listNotifications } from "#app/features/notifications/notifications.server.ts";
import { PetPhoto, type PetPortrait } from "#app/features/pets/cards/pet-photo.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { WithCodes } from "#app/platform/ui/ltr.tsx";

export type ShownNotification = Awaited<ReturnType<typeof listNotifications>>["notifications"][number] & {
  pet: PetPortrait | null;
};

const icons: Partial<Record<NotificationKind, ComponentType<SVGProps<SVGSVGElement>>>> = {
  scan: ScanLine,
  found: MessageCircle,
  location: MapPin,
  message: MessageCircle,
  inquiry: MessageCircle,
  asked: Siren,
  helper: Siren,
  transfer: ArrowLeftRight,
  lost: Siren,
  match: Search,
  report: Megaphone,
  reminder: CalendarClock,
  order: Package,
  plan: Crown,
  tag: Tag,
  account: UserRound,
};

/** Row of a notification: pet or icon, text, time, and channels without delivery so far. */
export function NotificationRow({ notification }: { notification: ShownNotification }) {
  const { t, format } = useViewer();
  const { kind, params, link, readAt, createdAt, pet, deliveries } = notification;
  // The number of an order and the code of a tag stay in one line.
  const orderNumber = params.orderNumber && `\u2066${params.orderNumber}\u2069`;
  const tagCode = params.tagCode && `\u2066${params.tagCode}\u2069`;
  const words = notificationWords(t, kind, { ...params, orderNumber, tagCode });
  const Icon = icons[kind] ?? Bell;
  // Delivered and disabled channels are not shown.
  const unfinishedDeliveries = deliveries.filter(({ state }) => state === "waiting" || state === "failed");
  return (
    <li className={cx("relative flex items-center gap-3.5 px-4 py-2.5 md:px-5", !readAt && "bg-brand-soft/50")}>
      <span className="relative grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
        {pet ? <PetPhoto pet={pet} sizes="3rem" className="rounded-full" /> : <Icon aria-hidden className="size-5" />}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <Link
            to={link}
            prefetch="intent"
            className={cx(
              "stretched line-clamp-2 min-w-0 flex-[1_1_7rem] text-sm wrap-anywhere",
              readAt ? "font-medium" : "font-semibold",
            )}
          >
            <WithCodes>{words.title}</WithCodes>
          </Link>
          <time
            dateTime={new Date(createdAt).toISOString()}
            title={format.date(createdAt, "dateTime")}
            className="shrink-0 text-xs text-ink-3"
          >
            {format.ago(createdAt)}
          </time>
        </div>
        <p className="truncate text-sm text-ink-2">
          {words.quote && kind !== "order" ? (
            <bdi className="truncate">{t("notifications.quoted", { text: words.quote })}</bdi>
          ) : (
            words.text
          )}
        </p>
        {unfinishedDeliveries.length > 0 && (
          <div className="mt-1.5 mb-0.5">
            <Deliveries deliveries={unfinishedDeliveries} />
          </div>
        )}
      </div>
      {!readAt && (
        <span className="size-2.5 shrink-0 rounded-full bg-sun">
          <span className="sr-only">{t("notifications.new")}</span>
        </span>
      )}
    </li>
  );
}
