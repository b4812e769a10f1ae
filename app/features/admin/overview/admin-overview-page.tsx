import Banknote from "lucide-react/icons/banknote";
import House from "lucide-react/icons/house";
import PawPrint from "lucide-react/icons/paw-print";
import ScanLine from "lucide-react/icons/scan-line";
import Tag from "lucide-react/icons/tag";
import Timer from "lucide-react/icons/timer";
import Users from "lucide-react/icons/users";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import { formatSpan } from "#app/platform/i18n/format-span.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { BadgeCount } from "#app/platform/ui/badge-count.tsx";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader, Stat } from "#app/platform/ui/card.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/admin-overview-page";
import { DaysChart, TagStates } from "./admin-charts.tsx";
import { getAdminCounts } from "./admin-counts.server.ts";
import { getAdminMetrics } from "./admin-metrics.server.ts";

export const handle = {
  i18n: ["adminMetrics", "adminOverview", "dashboard", "system", "tags"],
  title: "dashboard.adminTitle" satisfies WordKey,
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return {
    figures: await getAdminMetrics(ctx, actor),
    waiting: await getAdminCounts(ctx),
    hasTwoFactor: actor.twoFactorSince !== null,
  };
}

const waitingLinks = [
  { key: "orders", to: href("/admin/orders") },
  { key: "products", to: `${href("/admin/products")}?state=low` },
  { key: "reports", to: href("/admin/lost-found") },
  { key: "upgrades", to: href("/admin/upgrade-requests") },
] as const;

export default function AdminDashboardScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { figures, waiting, hasTwoFactor } = loaderData;
  const number = (value: number) => formatNumber(value, language);
  const open = waitingLinks.filter(({ key }) => waiting[key] > 0);
  const { users, pets, tags, scans, delays } = figures;
  const span = (seconds: number) => formatSpan(seconds, language);
  return (
    <>
      <PageHeader
        title={t("dashboard.adminTitle")}
        actions={
          <ButtonLink to={href("/admin/operator")} variant="ghost">
            {t("system.title")}
          </ButtonLink>
        }
        lead={t("adminMetrics.countedAt", { time: formatDate(figures.at, language, timeZone, "time") })}
      />
      {!hasTwoFactor && (
        <Notice
          tone="info"
          className="mb-5"
          action={
            <ButtonLink to={href("/dashboard/settings/security/two-steps")} variant="ghost" size="sm">
              {t("adminMetrics.twoFactor")}
            </ButtonLink>
          }
        >
          {t("adminMetrics.twoFactorText")}
        </Notice>
      )}
      <div className="grid grid-cols-2 gap-4 xl:grid-cols-3">
        <Stat
          to={href("/admin/users")}
          icon={<Users />}
          label={t("adminOverview.users")}
          value={number(users.all)}
          note={t("adminOverview.usersNote", { count: users.fresh })}
        />
        <Stat
          to={href("/admin/pets")}
          icon={<PawPrint />}
          label={t("adminOverview.pets")}
          value={number(pets.all)}
          note={t("adminOverview.petsNote", { count: pets.tagged })}
        />
        <Stat
          to={href("/admin/tags")}
          icon={<Tag />}
          label={t("adminOverview.tags")}
          value={number(tags.all)}
          note={t("adminOverview.tagsNote", { count: tags.claimed })}
        />
        <Stat
          icon={<ScanLine />}
          label={t("adminOverview.scans")}
          value={number(scans.all)}
          note={t("adminOverview.scansNote", { count: scans.people })}
        />
        <Stat
          icon={<Timer />}
          label={t("adminMetrics.delays")}
          value={delays.p50 === null ? "–" : <bdi>{span(delays.p50)}</bdi>}
          note={
            delays.p95 === null
              ? t("adminMetrics.delaysNone")
              : t("adminMetrics.delaysNote", { p95: `\u2068${span(delays.p95)}\u2069` })
          }
        />
        <Stat
          icon={<House />}
          label={t("adminMetrics.reunited")}
          value={number(figures.reunited.pets)}
          note={
            figures.reunited.p50 === null
              ? t("adminMetrics.reunitedNone")
              : t("adminMetrics.reunitedNote", { span: `\u2068${span(figures.reunited.p50)}\u2069` })
          }
        />
        <Stat
          to={`${href("/admin/orders")}?unpaid=1`}
          icon={<Banknote />}
          label={t("adminMetrics.cashDue")}
          value={<Ltr>{formatMoney(figures.cashDueCents)}</Ltr>}
          note={t("adminMetrics.cashDueNote")}
        />
      </div>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-2">
        <Card as="section">
          <CardHeader title={t("adminOverview.waiting")} />
          {open.length === 0 ? (
            <Notice tone="ok">{t("adminOverview.waitingNone")}</Notice>
          ) : (
            <div className="flex flex-wrap gap-3">
              {open.map(({ key, to }) => (
                <ButtonLink
                  key={key}
                  to={to}
                  variant="ghost"
                  iconEnd={<BadgeCount count={waiting[key]} format={number} />}
                >
                  {t(`adminOverview.${key}`)}
                </ButtonLink>
              ))}
            </div>
          )}
        </Card>
        <Card as="section" tone="brand">
          <CardHeader title={t("adminOverview.generate")} text={t("adminOverview.generateText")} />
          <ButtonLink to={href("/admin/tags")}>{t("adminOverview.generate")}</ButtonLink>
        </Card>
        <DaysChart title={t("adminMetrics.joined")} days={figures.joined} />
        <DaysChart title={t("adminMetrics.scanned")} days={figures.scanned} />
        <TagStates states={figures.tagStates} />
      </div>
    </>
  );
}
