import CheckCheck from "lucide-react/icons/check-check";
import { useTranslation } from "react-i18next";
import { Form, href, redirect } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { useEmergencies } from "#app/features/emergencies/use-emergencies.ts";
import {
  countUnread,
  listNotifications,
  markNotificationsRead,
} from "#app/features/notifications/notifications.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { formatDay } from "#app/platform/i18n/format.ts";
import { dayIn } from "#app/platform/i18n/time-zones.rules.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { groupWithinHour } from "../within-hour.rules.ts";
import type { Route } from "./+types/inbox-page";
import { NeedsYou } from "./needs-you.tsx";
import { findPortraits } from "./notification-portraits.server.ts";
import { NotificationRow, type ShownNotification } from "./notification-row.tsx";
import { ScansRow } from "./scans-row.tsx";

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

export const clientAction = submitForm;

/** Inbox page: finders waiting for an answer, then all notifications by day. */
export default function InboxPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { notifications, next, unread, isOlder } = loaderData;
  const waiting = useEmergencies().filter(({ kind }) => kind !== "lost");
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        title={t("notifications.title")}
        lead={unread > 0 ? t("notifications.unread", { count: unread }) : t("notifications.lead")}
        actions={
          unread > 0 ? (
            <Form method="post">
              <SubmitButton variant="ghost" icon={<CheckCheck aria-hidden />}>
                {t("notifications.markAllRead")}
              </SubmitButton>
            </Form>
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

function Days({ notifications }: { notifications: readonly ShownNotification[] }) {
  const { t } = useTranslation();
  const { language, timeZone, now } = useViewer();
  const today = dayIn(new Date(now), timeZone);
  const yesterday = dayIn(new Date(new Date(now).getTime() - 86_400_000), timeZone);
  const days = new Map<string, ShownNotification[]>();
  for (const notification of notifications) {
    const day = dayIn(notification.createdAt, timeZone);
    days.set(day, [...(days.get(day) ?? []), notification]);
  }
  const named = (day: string) => {
    if (day === today) return t("notifications.today");
    return day === yesterday ? t("notifications.yesterday") : formatDay(day, language);
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
