import Crown from "lucide-react/icons/crown";
import Inbox from "lucide-react/icons/inbox";
import Package from "lucide-react/icons/package";
import PawPrint from "lucide-react/icons/paw-print";
import ScanLine from "lucide-react/icons/scan-line";
import Siren from "lucide-react/icons/siren";
import Tag from "lucide-react/icons/tag";
import { href, Link } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { EmergencyOverview } from "#app/features/emergencies/emergency-card.tsx";
import { useEmergencies } from "#app/features/emergencies/use-emergencies.ts";
import { HomeScreenTip } from "#app/features/notifications/channels/home-screen-tip.tsx";
import { listOffersTo } from "#app/features/pet-transfers/transfers.server.ts";
import { PetPhoto, type PetPortrait } from "#app/features/pets/cards/pet-photo.tsx";
import { listInvitationsTo } from "#app/features/pets/caregivers/caregiver-invitations.server.ts";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { ReachabilityNotice } from "#app/features/pets/reachability/reachability-notice.tsx";
import { TipPets } from "#app/features/tips/tip-pets.tsx";
import { listTipsFor, type ShownTip } from "#app/features/tips/tips.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { displayName } from "#app/features/users/users.rules.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { wallClock } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader, Stat } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { Timeline } from "#app/platform/ui/lists/timeline.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/dashboard-page";
import { listActivity } from "./activity.server.ts";
import { getOnboardingSteps, greetingAt } from "./dashboard.rules.ts";
import { getOwnerOverview } from "./dashboard.server.ts";
import { OfferedPets } from "./offered-pets.tsx";
import { RecentActivity } from "./recent-activity.tsx";

export const handle = {
  i18n: ["dashboard", "evidence", "homeScreen", "offeredPets", "plans", "reachability", "tips"],
  title: "dashboard.title" satisfies WordKey,
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { t, language } = context.get(requestInfoContext);
  const before = new URL(request.url).searchParams.get("before");
  const [overview, activity, pets, offers, invitations] = await Promise.all([
    getOwnerOverview(ctx, actor),
    listActivity(ctx, actor, { before, t, language }),
    listPets(ctx, actor),
    listOffersTo(ctx, actor),
    listInvitationsTo(ctx, actor),
  ]);
  const tips = listTipsFor(pets, ctx.clock.now(), language, actor.timeZone);
  const faces = pets.map(({ id, name, type, photoId, photoFocusX, photoFocusY }) => {
    return { id, name, type, photoId, photoFocusX, photoFocusY };
  });
  return {
    ...overview,
    faces,
    offers,
    invitations,
    tips,
    activity: { ...activity, isFirst: !before },
  };
}

const order = ["pet", "tag", "link", "test"] as const;
const places = {
  pet: href("/dashboard/pets/new"),
  tag: href("/dashboard/tags-management"),
  link: href("/dashboard/tags-management"),
  test: href("/dashboard/settings/test-my-tag"),
};

function FirstSteps({ steps }: { steps: ReturnType<typeof getOnboardingSteps> }) {
  const t = useT();
  return (
    <Card as="section">
      <CardHeader
        title={t("dashboard.steps.title")}
        action={
          <Chip tone="brand">
            {t("dashboard.steps.progress", {
              done: steps.done,
              all: order.length,
            })}
          </Chip>
        }
      />
      <Timeline
        items={order.map((step) => ({
          state: steps[step],
          stateLabel: t(`dashboard.steps.${steps[step]}`),
          title: t(`dashboard.steps.${step}`),
          note: (
            <span className="grid justify-items-start gap-3 text-sm text-ink-2">
              {t(`dashboard.steps.${step}Text`)}
              {steps[step] === "now" && (
                <ButtonLink to={places[step]} size="sm">
                  {t(`dashboard.steps.${step}Action`)}
                </ButtonLink>
              )}
            </span>
          ),
        }))}
      />
    </Card>
  );
}

const maxListedPets = 8;

/** "My pet is lost" button: opens the report form for the only pet, or a choice of several; also without JavaScript. */
function LostButton({ pets }: { pets: readonly (PetPortrait & { name: string })[] }) {
  const t = useT();
  const report = href("/dashboard/lost-found/new");
  const icon = <Siren aria-hidden />;
  const [only] = pets;
  if (pets.length <= 1 || pets.length > maxListedPets) {
    const choice =
      pets.length > 1 ? href("/dashboard/lost-found") : `${report}?${only ? `pet=${only.id}` : "kind=lost"}`;
    return (
      <ButtonLink to={choice} variant="lost" icon={icon}>
        {t("dashboard.actions.lost")}
      </ButtonLink>
    );
  }
  return (
    <details className="relative" name="menu">
      <summary
        className={`${buttonClass({ variant: "lost" })} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}
      >
        <Siren aria-hidden className="size-5" />
        {t("dashboard.actions.lost")}
      </summary>
      <div className="absolute start-0 z-20 mt-2 grid w-72 max-w-[calc(100vw-40px)] gap-1 rounded-2 border border-line bg-surface p-3 shadow-2 md:start-auto md:end-0">
        <p className="px-2 pb-1 text-sm font-semibold">{t("dashboard.actions.lostWhich")}</p>
        {pets.map((pet) => (
          <Link
            key={pet.id}
            to={`${report}?pet=${pet.id}`}
            className="flex min-h-14 items-center gap-3 rounded-1 px-2 py-1.5 font-semibold hover:bg-lost-soft"
          >
            <span className="size-11 shrink-0 overflow-hidden rounded-full">
              <PetPhoto pet={pet} sizes="3rem" />
            </span>
            <bdi className="min-w-0 truncate">{pet.name}</bdi>
          </Link>
        ))}
      </div>
    </details>
  );
}

const actions = [
  { key: "addPet", to: href("/dashboard/pets/new"), Icon: PawPrint },
  { key: "claimTag", to: `${href("/dashboard/tags-management")}?add`, Icon: Tag },
  { key: "testTag", to: href("/dashboard/settings/test-my-tag"), Icon: ScanLine },
  { key: "inbox", to: href("/dashboard/inbox"), Icon: Inbox },
] as const;

function QuickActions() {
  const t = useT();
  return (
    <Card as="section">
      <CardHeader title={t("dashboard.actions.title")} />
      <div className="grid grid-cols-2 gap-2.5">
        {actions.map(({ key, to, Icon }) => (
          <ButtonLink key={key} to={to} variant="ghost" size="sm" full icon={<Icon aria-hidden />}>
            {t(`dashboard.actions.${key}`)}
          </ButtonLink>
        ))}
      </div>
    </Card>
  );
}

/** Today's tips, preferably for the owner's own pets. */
function TipCard({ tips }: { tips: readonly ShownTip[] }) {
  const t = useT();
  return (
    <Card as="section" tone="sun" className="relative grid gap-4 overflow-hidden pb-14">
      <h2 className="text-lg">{t("dashboard.tip.title")}</h2>
      {tips.map((tip) => (
        <div key={tip.id} className="grid justify-items-start gap-1.5">
          <h3 className="text-base font-semibold">{tip.title}</h3>
          <p className="text-sm">{tip.text}</p>
          <TipPets pets={tip.pets} />
        </div>
      ))}
      <p className="flex flex-wrap gap-x-6 text-sm">
        <Link to={href("/dashboard/tips")} className="link py-1">
          {t("dashboard.tip.more")}
        </Link>
        <Link to={href("/dashboard/reminders")} className="link py-1">
          {t("dashboard.tip.reminders")}
        </Link>
      </p>
      <TagDrawing className="absolute end-5 -bottom-12 w-24 rotate-12 rtl:-rotate-12" />
    </Card>
  );
}

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { t, format, user, now, timeZone } = useViewer();
  const emergencies = useEmergencies();
  const overview = loaderData;
  const steps = getOnboardingSteps(overview);
  const { scans } = overview;
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
      {overview.pets > 0 && <ReachabilityNotice reachability={overview.reachability} />}
      <OfferedPets offers={overview.offers} invitations={overview.invitations} />
      <PageHeader
        title={t(`dashboard.${greetingAt(wallClock(new Date(now), timeZone).hour)}`, { name })}
        // Avoids "All quiet" below an emergency card.
        lead={emergencies.length > 0 ? undefined : lead}
        actions={<LostButton pets={overview.faces} />}
      />
      {overview.tagged > 0 && <HomeScreenTip className="mb-5" />}
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
          value={format.number(overview.pets)}
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
          value={format.number(scans.month)}
          note={t("dashboard.cards.scansNote")}
        />
        <Stat
          to={overview.orders.all > 0 ? href("/dashboard/orders") : href("/store")}
          icon={<Package />}
          label={t("dashboard.cards.orders")}
          value={format.number(overview.orders.all)}
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
              : t("dashboard.cards.ofLimit", {
                  used: format.number(overview.pets),
                  limit: format.number(overview.limit),
                })
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
