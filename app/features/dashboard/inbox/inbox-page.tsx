import CheckCheck from "lucide-react/icons/check-check";
import ChevronDown from "lucide-react/icons/chevron-down";
import ScanLine from "lucide-react/icons/scan-line";
import { href, Link, redirect } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import type { Emergency } from "#app/features/emergencies/emergencies.rules.ts";
import { EmergencyPhoto } from "#app/features/emergencies/emergency-banner.tsx";
import { useEmergencies, useEmergencyWords } from "#app/features/emergencies/use-emergencies.ts";
import {
  countUnread,
  listNotifications,
  markNotificationsRead,
} from "#app/features/notifications/notifications.server.ts";
import { PetPhoto } from "#app/features/pets/cards/pet-photo.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { groupWithinHour } from "../dashboard.rules.ts";
import type { Route } from "./+types/inbox-page";
import { findPortraits } from "./notification-portraits.server.ts";
import { NotificationRow, type ShownNotification } from "./notification-row.tsx";

export const handle = { i18n: ["notifications", "plans"], title: "notifications.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const before = new URL(request.url).searchParams.get("before") ?? undefined;
  const [{ notifications, next }, unread] = await Promise.all([
    listNotifications(ctx, actor, before ? { before } : {}),
    countUnread(ctx, actor),
  ]);
  const faces = await findPortraits(
    ctx,
    actor,
    notifications.map(({ link }) => link),
  );
  const shown = notifications.map(
    (notification): ShownNotification => ({ ...notification, pet: faces.get(notification.link) ?? null }),
  );
  return { notifications: shown, next, unread, isOlder: before !== undefined };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(request, context);
  await markNotificationsRead(ctx, actor);
  return redirect(href("/dashboard/inbox"), 303);
}

/** Section of finders waiting for an answer, above all other notifications. */
function NeedsYou({ waiting }: { waiting: readonly Emergency[] }) {
  const t = useT();
  const words = useEmergencyWords();
  return (
    <section aria-labelledby="needs-you">
      <h2 id="needs-you" className="mb-2 text-base text-lost">
        {t("notifications.needsYou")}
      </h2>
      <Card tone="lost" pad="none">
        <ul className="divide-y divide-line">
          {waiting.map((emergency) => {
            const { title, notes, action } = words(emergency);
            return (
              <li key={emergency.id} className="relative flex flex-wrap items-center gap-x-3.5 px-4 py-2.5 md:px-5">
                <EmergencyPhoto emergency={emergency} className="size-11 rounded-full" />
                <div className="min-w-0 flex-[1_1_7rem]">
                  <p className="line-clamp-2 text-sm font-semibold">{title}</p>
                  <p className="line-clamp-2 text-sm text-ink-2">{notes.join("\u00a0· ")}</p>
                </div>
                <Link to={emergency.to} prefetch="intent" className="stretched link shrink-0 text-sm">
                  {action}
                </Link>
              </li>
            );
          })}
        </ul>
      </Card>
    </section>
  );
}

/** Inbox page: finders waiting for an answer, then all notifications by day. */
export default function InboxPage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { notifications, next, unread, isOlder } = loaderData;
  const waiting = useEmergencies().filter(({ kind }) => kind !== "lost");
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        title={t("notifications.title")}
        lead={unread > 0 ? t("notifications.unread", { count: unread }) : t("notifications.lead")}
        actions={
          unread > 0 ? (
            <AppForm>
              <SubmitButton variant="ghost" icon={<CheckCheck aria-hidden />}>
                {t("notifications.markAllRead")}
              </SubmitButton>
            </AppForm>
          ) : null
        }
      />
      {waiting.length > 0 && !isOlder && <NeedsYou waiting={waiting} />}
      {notifications.length === 0 ? (
        <EmptyState
          drawing={<ScanDrawing className="h-36" />}
          title={t("notifications.emptyTitle")}
          text={t("notifications.emptyText")}
          actions={
            <ButtonLink to={href("/dashboard/settings/test-my-tag")} variant="ghost">
              {t("notifications.tryLink")}
            </ButtonLink>
          }
          inCard
        />
      ) : (
        <Days notifications={notifications} />
      )}
      <div className="flex flex-wrap justify-center gap-3 empty:hidden">
        {isOlder && (
          <ButtonLink to={href("/dashboard/inbox")} variant="ghost">
            {t("notifications.newest")}
          </ButtonLink>
        )}
        {next && (
          <ButtonLink to={`?before=${next}`} variant="ghost">
            {t("notifications.older")}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

/** Returns the grouping key of an ordinary scan's notification; notifications of one pet within an hour share a row. */
function scannedPet({ kind, params: { petName, isTest, ownerName, times } }: ShownNotification): string | null {
  return kind === "scan" && petName && !isTest && !times ? `${petName} ${ownerName ?? ""}` : null;
}

/** Expandable row of several scan notifications of one pet, newest first. */
function ScansRow({ notifications }: { notifications: [ShownNotification, ...ShownNotification[]] }) {
  const { t, format } = useViewer();
  const [newest] = notifications;
  const oldest = notifications.at(-1) ?? newest;
  const isNew = notifications.some(({ readAt }) => !readAt);
  const seconds = Math.max(90, (newest.createdAt.getTime() - oldest.createdAt.getTime()) / 1000);
  return (
    <li>
      <details className="group/scans">
        <summary
          className={cx(
            "flex cursor-pointer list-none items-center gap-3.5 px-4 py-2.5 md:px-5 [&::-webkit-details-marker]:hidden",
            isNew && "bg-brand-soft/50",
          )}
        >
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
            {newest.pet ? (
              <PetPhoto pet={newest.pet} sizes="3rem" className="rounded-full" />
            ) : (
              <ScanLine aria-hidden className="size-5" />
            )}
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <span
                className={cx(
                  "line-clamp-2 min-w-0 flex-[1_1_7rem] text-sm wrap-anywhere",
                  isNew ? "font-semibold" : "font-medium",
                )}
              >
                {t("notifications.scans", { name: newest.params.petName ?? "", count: notifications.length })}
              </span>
              <time
                dateTime={newest.createdAt.toISOString()}
                title={format.date(newest.createdAt, "dateTime")}
                className="shrink-0 text-xs text-ink-3"
              >
                {format.ago(newest.createdAt)}
              </time>
            </span>
            <span className="block truncate text-sm text-ink-2">
              {t("notifications.within", { span: format.span(seconds, { afterPreposition: true }) })}
            </span>
          </span>
          {isNew && (
            <span className="size-2.5 shrink-0 rounded-full bg-sun">
              <span className="sr-only">{t("notifications.new")}</span>
            </span>
          )}
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-ink-3 transition-transform group-open/scans:rotate-180"
          />
        </summary>
        <ul className="divide-y divide-line border-t border-line ps-6">
          {notifications.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function Days({ notifications }: { notifications: readonly ShownNotification[] }) {
  const { t, format, timeZone, now } = useViewer();
  const today = dayIn(new Date(now), timeZone);
  const yesterday = dayIn(new Date(new Date(now).getTime() - dayMs), timeZone);
  const days = new Map<string, ShownNotification[]>();
  for (const notification of notifications) {
    const day = dayIn(notification.createdAt, timeZone);
    days.set(day, [...(days.get(day) ?? []), notification]);
  }
  const named = (day: string) => {
    if (day === today) return t("notifications.today");
    return day === yesterday ? t("notifications.yesterday") : format.day(day);
  };
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className="mb-2 text-base text-ink-2">
        {named(day)}
      </h2>
      <Card pad="none" className="overflow-hidden">
        <ul className="divide-y divide-line">
          {groupWithinHour(ofDay, { keyOf: scannedPet, atOf: ({ createdAt }) => createdAt }).map((group) =>
            group.length === 1 ? (
              <NotificationRow key={group[0].id} notification={group[0]} />
            ) : (
              <ScansRow key={group[0].id} notifications={group} />
            ),
          )}
        </ul>
      </Card>
    </section>
  ));
}
