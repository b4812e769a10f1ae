import { type ReactNode, useId } from "react";
import { Form, href, Link, useLocation } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader, Stat } from "#app/platform/ui/card.tsx";
import { DaysChart } from "#app/platform/ui/charts/days-chart.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { ChevronForward } from "#app/platform/ui/direction-icon.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";
import { CashSheetForm } from "../orders/cash-sheet-form.tsx";
import type { Route } from "./+types/admin-overview-page";
import { countWaiting } from "./admin-counts.server.ts";
import { getAdminMetrics } from "./admin-metrics.server.ts";
import {
  compareWithBefore,
  type DayFigure,
  dayFigures,
  type Period,
  periodLengths,
  readPeriod,
} from "./overview-period.rules.ts";
import { getPeriodFigures } from "./period-figures.server.ts";

export const handle = {
  i18n: ["adminMetrics", "adminOverview", "dashboard", "system", "tags"],
  title: "dashboard.adminTitle" satisfies WordKey,
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const today = dayIn(ctx.clock.now(), actor.timeZone);
  const query = new URL(request.url).searchParams;
  const period = readPeriod(query, today);
  const charted = dayFigures.find((figure) => figure === query.get("figure")) ?? "salesCents";
  return {
    today,
    period,
    isOwnPeriod: query.has("from") || query.has("to"),
    charted,
    inPeriod: await getPeriodFigures(ctx, actor, period, charted),
    totals: await getAdminMetrics(ctx),
    waiting: await countWaiting(ctx),
    hasTwoFactor: actor.twoFactorSince !== null,
  };
}

/** What waits, the most urgent first, each with a link to its filtered list. */
const waitingLinks = [
  { key: "complaints", to: `${href("/admin/lost-found")}?state=flagged` },
  { key: "conversations", to: href("/admin/lost-found/conversations") },
  { key: "toPack", to: `${href("/admin/orders")}?status=pending`, confirmedTo: "&confirmed=yes" },
  { key: "toShip", to: `${href("/admin/orders")}?status=processing` },
  { key: "returns", to: href("/admin/orders/returns") },
  { key: "upgrades", to: `${href("/admin/upgrade-requests")}?status=pending` },
  { key: "toConfirm", to: `${href("/admin/orders")}?status=pending&confirmed=no` },
  { key: "unpaid", to: `${href("/admin/orders")}?status=unpaid` },
  { key: "products", to: `${href("/admin/products")}?state=low` },
  { key: "chips", to: `${href("/admin/pets")}?state=sameChip` },
] as const;

/** Chart of the chosen figure on each day of the period and of the one before. */
function FigureChart({
  figure,
  days,
  period,
  today,
}: {
  figure: DayFigure;
  days: readonly { day: string; value: number; before: number }[];
  period: Period;
  today: string;
}) {
  const { t, language } = useViewer();
  const title = t(`adminOverview.figures.${figure}`);
  const format = (value: number) =>
    figure === "salesCents" ? `\u2066${formatMoney(value)}\u2069` : formatNumber(value, language);
  const to = listOf(figure, period);
  const link = to && (
    <Link to={to} prefetch="intent" className="link text-sm">
      {t("adminOverview.seeList")}
    </Link>
  );
  if (period.days === 1 || period.days > maxChartDays)
    return (
      <Card as="section">
        <CardHeader title={title} text={t("adminOverview.noChart", { max: maxChartDays })} action={link} />
      </Card>
    );
  return (
    <DaysChart
      title={title}
      action={link}
      label={t("adminOverview.chart", { title })}
      heads={[t("adminMetrics.day"), title, t("adminOverview.before")]}
      days={days}
      today={period.to === today ? t("adminOverview.today") : undefined}
      format={format}
      language={language}
    />
  );
}

function TagStates({
  states,
}: {
  states: readonly { state: "available" | "unlinked" | "linked" | "inactive"; tags: number }[];
}) {
  const { t, format } = useViewer();
  return (
    <Card as="section">
      <CardHeader title={t("adminMetrics.tagStates")} />
      <ul className="grid gap-3 text-sm">
        {states.map(({ state, tags }) => (
          <li key={state} className="flex justify-between gap-4">
            <Link to={`${href("/admin/tags")}?state=${state}`} className="link">
              {t(`tags.states.${state}`)}
            </Link>
            <span className="font-semibold tabular-nums">{format.number(tags)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Overview page of the panel: what waits, the figures of a period compared with the one before, and totals. */
export default function AdminOverviewPage({ loaderData }: Route.ComponentProps) {
  const { t, format } = useViewer();
  const { today, period, isOwnPeriod, charted, inPeriod, totals, waiting, hasTwoFactor } = loaderData;
  const { search } = useLocation();
  // The oldest first; products run low since no one knows when.
  const open = waitingLinks
    .filter(({ key }) => waiting[key].count > 0)
    .sort((one, other) => ageOf(waiting[other.key].oldest) - ageOf(waiting[one.key].oldest));
  const { users, pets, tags, scans, delays } = totals;
  const span = (seconds: number) => format.span(seconds);
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        title={t("dashboard.adminTitle")}
        actions={
          <ButtonLink to={href("/admin/system")} variant="ghost">
            {t("system.title")}
          </ButtonLink>
        }
        lead={t("adminMetrics.countedAt", { time: format.date(totals.at, "time") })}
      />
      {!hasTwoFactor && (
        <Notice
          tone="info"
          action={
            <ButtonLink to={href("/dashboard/settings/security/two-steps")} variant="ghost" size="sm">
              {t("adminMetrics.twoFactor")}
            </ButtonLink>
          }
        >
          {t("adminMetrics.twoFactorText")}
        </Notice>
      )}
      <section aria-labelledby="waiting" className="grid gap-3">
        <h2 id="waiting" className="text-lg">
          {t("adminOverview.waiting")}
        </h2>
        {open.length === 0 ? (
          <Notice tone="ok">{t("adminOverview.waitingNone")}</Notice>
        ) : (
          <Card as="section" pad="none">
            <ul className="divide-y divide-line">
              {open.map(({ key, to, ...more }) => (
                <li key={key}>
                  <Link
                    to={waiting.toConfirm.count > 0 && "confirmedTo" in more ? `${to}${more.confirmedTo}` : to}
                    prefetch="intent"
                    className="flex min-h-13 items-center gap-3 px-5 -outline-offset-3 hover:bg-sunken"
                  >
                    <span className="min-w-10 text-lg font-[650] tabular-nums">
                      {format.number(waiting[key].count)}
                    </span>
                    <span className="flex flex-1 flex-wrap justify-between gap-x-3 py-2">
                      <span className="grow">{t(`adminOverview.${key}`)}</span>
                      <Age oldest={waiting[key].oldest} />
                    </span>
                    <ChevronForward className="text-ink-3" />
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </section>
      <section aria-labelledby="period" className="grid grid-cols-1 gap-3">
        <h2 id="period" className="text-lg">
          {period.days === 1
            ? format.day(period.to)
            : t("adminOverview.period", { from: format.day(period.from), to: format.day(period.to) })}
        </h2>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <TabsNav
            label={t("adminOverview.choosePeriod")}
            tabs={periodLengths.map((days) => ({
              to: `${href("/admin")}?days=${days}`,
              label: days === 1 ? t("adminOverview.today") : t("adminOverview.days", { count: days }),
              current: !isOwnPeriod && period.days === days,
            }))}
          />
          <OwnDates key={`${period.from} ${period.to}`} period={period} today={today} />
        </div>
        <nav
          aria-label={t("adminOverview.chooseFigure")}
          className="fade-more -mx-4 flex gap-3 overflow-x-auto px-4 py-1 md:mx-0 md:grid md:grid-cols-4 md:px-0"
        >
          {inPeriod.figures.map(({ figure, now, before }) => (
            <div key={figure} className="grid min-w-44 md:min-w-0">
              <Stat
                to={withFigure(search, figure)}
                isCurrent={figure === charted}
                label={t(`adminOverview.figures.${figure}`)}
                value={figure === "salesCents" ? <Ltr>{formatMoney(now)}</Ltr> : format.number(now)}
                note={<Comparison now={now} before={before} isMoney={figure === "salesCents"} />}
              />
            </div>
          ))}
        </nav>
        <FigureChart figure={charted} days={inPeriod.perDay} period={period} today={today} />
        <CashSheetForm today={today} />
      </section>
      <section aria-labelledby="totals" className="grid gap-3">
        <h2 id="totals" className="text-lg">
          {t("adminOverview.totals")}
        </h2>
        <Card pad="none">
          <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-2 bg-line sm:grid-cols-3 xl:grid-cols-6">
            <Total
              to={href("/admin/users")}
              label={t("adminOverview.users")}
              value={format.number(users.all)}
              note={t("adminOverview.usersNote", { count: users.fresh })}
            />
            <Total
              to={href("/admin/pets")}
              label={t("adminOverview.pets")}
              value={format.number(pets.all)}
              note={t("adminOverview.petsNote", { count: pets.tagged })}
            />
            <Total
              to={href("/admin/tags")}
              label={t("adminOverview.tags")}
              value={format.number(tags.all)}
              note={t("adminOverview.tagsNote", { count: tags.claimed })}
            />
            <Total
              label={t("adminOverview.scans")}
              value={format.number(scans.all)}
              note={t("adminOverview.scansNote", { count: scans.people })}
            />
            <Total
              to={href("/admin/system")}
              label={t("adminMetrics.delays")}
              value={delays.p50 === null ? "–" : <bdi>{span(delays.p50)}</bdi>}
              note={
                delays.p95 === null
                  ? t("adminMetrics.delaysNone")
                  : t("adminMetrics.delaysNote", { p95: `\u2068${span(delays.p95)}\u2069` })
              }
            />
            <Total
              label={t("adminMetrics.reunited")}
              value={format.number(totals.reunited.pets)}
              note={
                totals.reunited.p50 === null
                  ? t("adminMetrics.reunitedNone")
                  : t("adminMetrics.reunitedNote", { span: `\u2068${span(totals.reunited.p50)}\u2069` })
              }
            />
          </dl>
        </Card>
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <TagStates states={totals.tagStates} />
          <Card as="section" tone="brand">
            <CardHeader title={t("adminOverview.generate")} text={t("adminOverview.generateText")} />
            <ButtonLink to={href("/admin/tags")}>{t("adminOverview.generate")}</ButtonLink>
          </Card>
        </div>
      </section>
    </div>
  );
}

/** One total in the strip, linked to its list if there is one. */
function Total({ to, label, value, note }: { to?: string; label: string; value: ReactNode; note: string }) {
  return (
    <div className="relative grid content-start gap-0.5 bg-surface p-4">
      <dt className="text-sm text-ink-2">
        {to ? (
          <Link to={to} prefetch="intent" className="stretched">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="text-lg font-[650] tabular-nums">{value}</dd>
      <dd className="text-xs text-ink-3">{note}</dd>
    </div>
  );
}

/** Maximum number of days for which each gets its own bar. */
const maxChartDays = 92;

function listOf(figure: DayFigure, { from, to }: Period): string | undefined {
  const days = new URLSearchParams({ from, to });
  switch (figure) {
    case "orders":
    case "salesCents":
      return `${href("/admin/orders")}?status=all&${days}`;
    case "users":
      return `${href("/admin/users")}?${days}`;
    default:
      return undefined;
  }
}

function withFigure(search: string, figure: DayFigure): string {
  const query = new URLSearchParams(search);
  query.set("figure", figure);
  return `${href("/admin")}?${query}`;
}

/** For sorting: milliseconds since 1970 from which it waits, negated, so that the longest wait is the largest. */
const ageOf = (oldest: Date | null) => (oldest ? -oldest.getTime() : Number.NEGATIVE_INFINITY);

/** For how long the oldest waits; red after a day. */
function Age({ oldest }: { oldest: Date | null }) {
  const { t, format, now } = useViewer();
  if (!oldest) return null;
  const isLate = new Date(now).getTime() - oldest.getTime() > dayMs;
  return (
    <span className={cx("text-sm", isLate ? "text-lost" : "text-ink-2")}>
      {t("adminOverview.oldest", { ago: format.ago(oldest) })}
    </span>
  );
}

/** Change from the period before: in percent, or as a number where a percentage would mislead. */
function Comparison({ now, before, isMoney }: { now: number; before: number; isMoney: boolean }) {
  const { t, format } = useViewer();
  const figure = (value: number) => (isMoney ? `\u2068${formatMoney(value)}\u2069` : format.number(value));
  const compared = compareWithBefore({ now, before }, { isMoney });
  if (compared.change === "same") return t("adminOverview.same", { before: figure(before) });
  if (compared.change === "noneBefore") return t("adminOverview.noneBefore");
  const { change, percent, difference } = compared;
  return (
    <span className={cx("flex gap-1", change === "more" ? "text-ok" : "text-lost")}>
      <span aria-hidden="true">{change === "more" ? "▲" : "▼"}</span>
      {percent === null
        ? t(`adminOverview.${change}By`, { difference: figure(difference), before: figure(before) })
        : t(`adminOverview.${change}`, { percent: format.number(percent), before: figure(before) })}
    </span>
  );
}

function OwnDates({ period, today }: { period: Period; today: string }) {
  const t = useT();
  const id = useId();
  return (
    <Form method="get" action={href("/admin")} preventScrollReset className="flex flex-wrap items-center gap-2 text-sm">
      {(["from", "to"] as const).map((name) => (
        <div key={name} className="flex items-center gap-2">
          <label htmlFor={`${id}-${name}`} className="text-ink-2">
            {t(`form.${name}Day`)}
          </label>
          <span className="w-44 md:w-50">
            <TextInput
              id={`${id}-${name}`}
              type="date"
              name={name}
              defaultValue={period[name]}
              max={today}
              className="min-h-10!"
            />
          </span>
        </div>
      ))}
      <Button type="submit" variant="ghost" size="sm">
        {t("adminOverview.show")}
      </Button>
    </Form>
  );
}
