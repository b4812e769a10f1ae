import CheckCheck from "lucide-react/icons/check-check";
import { useTranslation } from "react-i18next";
import { Form, href, Link, redirect } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { formatAgo, formatDate } from "#app/platform/i18n/format.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { Deliveries } from "../delivery/deliveries.tsx";
import { notificationWords } from "../notification-texts.ts";
import type { DeliveryState } from "../notifications.rules.ts";
import { countUnread, listNotifications, markNotificationsRead } from "../notifications.server.ts";
import type { Route } from "./+types/inbox-page";

export const handle = { i18n: ["notifications", "plans"], title: "notifications.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const before = new URL(request.url).searchParams.get("before") ?? undefined;
  const [list, unread] = await Promise.all([
    listNotifications(ctx, actor, before ? { before } : {}),
    countUnread(ctx, actor),
  ]);
  return { ...list, unread, isOlder: before !== undefined };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(request, context);
  await markNotificationsRead(ctx, actor);
  return redirect(href("/dashboard/inbox"), 303);
}

export const clientAction = submitForm;

/** What arrived, and what the owner switched off, needs no word in the list. */
const isOpenYet = ({ state }: { state: DeliveryState }) => state === "waiting" || state === "failed";

/** Every alert that ever was, with what has not arrived on some channel yet. */
export default function Inbox({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { language, timeZone, now } = useViewer();
  const { notifications, next, unread, isOlder } = loaderData;
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
        <ul className="grid grid-cols-1 gap-3">
          {notifications.map((notification) => {
            const words = notificationWords(t as unknown as Translate, notification.kind, notification.params);
            return (
              <Card
                key={notification.id}
                as="li"
                pad="md"
                lift
                className="relative grid grid-cols-1 gap-1.5 wrap-anywhere"
              >
                <div className="flex flex-wrap items-center gap-2">
                  <Link to={notification.link} prefetch="intent" className="stretched min-w-0 font-semibold">
                    {words.title}
                  </Link>
                  {notification.readAt ? null : (
                    <Chip tone="sun" dot>
                      {t("notifications.new")}
                    </Chip>
                  )}
                  <time
                    dateTime={new Date(notification.createdAt).toISOString()}
                    title={formatDate(notification.createdAt, language, timeZone, "dateTime")}
                    className="ms-auto text-xs text-ink-3"
                  >
                    {formatAgo(notification.createdAt, new Date(now), language)}
                  </time>
                </div>
                <p className="line-clamp-3 text-sm text-ink-2">
                  {words.quote && notification.kind !== "order" ? (
                    <bdi>{t("notifications.quoted", { text: words.quote })}</bdi>
                  ) : (
                    words.text
                  )}
                </p>
                <Deliveries deliveries={notification.deliveries.filter(isOpenYet)} />
              </Card>
            );
          })}
        </ul>
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
