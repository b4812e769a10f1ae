import Crown from "lucide-react/icons/crown";
import Package from "lucide-react/icons/package";
import PawPrint from "lucide-react/icons/paw-print";
import ScanLine from "lucide-react/icons/scan-line";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { EmergencyOverview } from "#app/features/emergencies/emergency-card.tsx";
import { useEmergencies } from "#app/features/emergencies/use-emergencies.ts";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { getReach } from "#app/features/pets/reach/reach.server.ts";
import { ReachNotice } from "#app/features/pets/reach/reach-notice.tsx";
import { listTipsFor } from "#app/features/tips/tips.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { displayName } from "#app/features/users/users.rules.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Stat } from "#app/platform/ui/card.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/dashboard-page";
import { listActivity } from "./activity.server.ts";
import { getOnboardingSteps, greetingAt } from "./dashboard.rules.ts";
import { getOwnerOverview } from "./dashboard.server.ts";
import { FirstSteps } from "./first-steps.tsx";
import { LostButton } from "./lost-button.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { TipCard } from "./tip-card.tsx";

export const handle = {
  i18n: ["dashboard", "plans", "reach", "scans", "tips"],
  title: "dashboard.title" satisfies WordKey,
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { t, language } = context.get(requestInfoContext);
  const before = new URL(request.url).searchParams.get("before");
  const [overview, activity, pets, reach] = await Promise.all([
    getOwnerOverview(ctx, actor),
    listActivity(ctx, actor, { before, t, language }),
    listPets(ctx, actor),
    getReach(ctx, actor),
  ]);
  const tips = listTipsFor(pets, ctx.clock.now(), language, actor.timeZone);
  const faces = pets.map(({ id, name, type, photoId, photoFocusX, photoFocusY }) => {
    return { id, name, type, photoId, photoFocusX, photoFocusY };
  });
  return { ...overview, faces, reach, tips, activity: { ...activity, isFirst: !before } };
}

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { user, now, timeZone, language } = useViewer();
  const emergencies = useEmergencies();
  const overview = loaderData;
  const steps = getOnboardingSteps(overview);
  const { scans } = overview;
  const number = (value: number) => formatNumber(value, language);
  const name = user?.firstName || (user ? displayName(user) : "");
  const lead = steps.areDone
    ? scans.today > 0
      ? t("dashboard.scannedToday", { count: scans.today })
      : t("dashboard.quiet")
    : t("dashboard.welcome");
  const untagged = overview.pets - overview.tagged;
  return (
    <>
      <EmergencyOverview emergencies={emergencies} />
      {overview.pets > 0 && <ReachNotice reach={overview.reach} />}
      <PageHeader
        title={t(`dashboard.${greetingAt(getHour(now, timeZone))}`, { name })}
        // Avoids "All quiet" below an emergency card.
        lead={emergencies.length > 0 ? undefined : lead}
        actions={<LostButton pets={overview.faces} />}
      />
      {!steps.areDone && (
        <div className="mb-5">
          <FirstSteps steps={steps} />
        </div>
      )}
      <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        <Stat
          to={href("/dashboard/pets")}
          icon={<PawPrint />}
          label={t("dashboard.cards.pets")}
          value={number(overview.pets)}
          note={
            overview.pets === 0
              ? t("dashboard.cards.petsNone")
              : untagged > 0
                ? t("dashboard.cards.petsUntagged", { count: untagged })
                : t("dashboard.cards.petsTagged")
          }
        />
        <Stat
          to={href("/dashboard/scan-records")}
          icon={<ScanLine />}
          label={t("dashboard.cards.scans")}
          value={number(scans.month)}
          note={t("dashboard.cards.scansNote")}
        />
        <Stat
          to={overview.orders.all > 0 ? href("/dashboard/orders") : href("/store")}
          icon={<Package />}
          label={t("dashboard.cards.orders")}
          value={number(overview.orders.all)}
          note={
            overview.orders.onTheWay > 0
              ? t("dashboard.cards.ordersOnTheWay", { count: overview.orders.onTheWay })
              : t(overview.orders.all > 0 ? "dashboard.cards.ordersNote" : "dashboard.cards.ordersNone")
          }
        />
        <Stat
          to={href("/dashboard/subscription")}
          icon={<Crown />}
          label={t("dashboard.cards.plan")}
          value={
            overview.limit === null
              ? t("dashboard.cards.noLimit")
              : t("dashboard.cards.ofLimit", { used: number(overview.pets), limit: number(overview.limit) })
          }
          note={t(`plans.names.${overview.plan}`)}
        />
      </div>
      <div className="mt-5 grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <RecentActivity {...overview.activity} />
        <div className="grid grid-cols-1 gap-5">
          <QuickActions />
          <TipCard tips={overview.tips} />
        </div>
      </div>
    </>
  );
}

/** Returns the hour (0–23) of a time in the user's time zone. */
function getHour(now: string, timeZone: string): number {
  return Number(
    new Intl.DateTimeFormat("en-GB", { hour: "2-digit", hourCycle: "h23", timeZone }).format(new Date(now)),
  );
}
