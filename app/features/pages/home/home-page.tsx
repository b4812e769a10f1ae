import BellRing from "lucide-react/icons/bell-ring";
import EyeOff from "lucide-react/icons/eye-off";
import HeartPulse from "lucide-react/icons/heart-pulse";
import House from "lucide-react/icons/house";
import LifeBuoy from "lucide-react/icons/life-buoy";
import Smartphone from "lucide-react/icons/smartphone";
import UserCheck from "lucide-react/icons/user-check";
import { href, Link } from "react-router";
import { placeInWords } from "#app/features/lost-found/gazetteer.ts";
import { animalIcons } from "#app/features/pets/animal-icons.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import { formatSpan } from "#app/platform/i18n/format-span.ts";
import { languages } from "#app/platform/i18n/language.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Avatar } from "#app/platform/ui/avatar.tsx";
import { ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { CollarDrawing } from "#app/platform/ui/drawings/collar-drawing.tsx";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { LinkedData } from "#app/platform/ui/page/link-preview.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { CallToAction, Point } from "../page-hero.tsx";
import { getSiteStats, type Homecoming, type Testimonial } from "../stats.server.ts";
import { FoundTag } from "../type-code/found-tag.tsx";
import type { Route } from "./+types/home-page";
import { TryAScan } from "./try-a-scan.tsx";

export const handle = { i18n: ["pages"], description: "pages.home.description" } satisfies PageHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { language } = context.get(requestInfoContext);
  const { homecomings, testimonials, ...stats } = await getSiteStats(ctx);
  return {
    publicUrl: ctx.settings.publicUrl,
    stats,
    testimonials,
    homecomings: homecomings.map((homecoming) => ({ ...homecoming, area: placeInWords(homecoming.area, language) })),
  };
}

interface ShownStats {
  pets: number;
  tags: number;
  scans: number;
  reunions: number;
  /** Median; null while there are too few measurements. */
  secondsToAlert: number | null;
}

const figures = ["pets", "tags", "scans", "reunions"] as const;
/** What holds for every finder, from the first day: no app or account is needed, and the page speaks these languages. */
const facts = [
  ["noApp", 0],
  ["languages", languages.length],
] as const;

/**
 * What Aleef is, with four figures: the time to an alert and the totals, as soon as there are any; and before that, what
 * holds for every finder.
 */
function AboutAndStats({ stats }: { stats: ShownStats }) {
  const t = useT();
  const { language } = useViewer();
  const { secondsToAlert } = stats;
  const counted = figures.filter((name) => stats[name] > 0);
  const missing = 4 - counted.length - (secondsToAlert === null ? 0 : 1);
  return (
    <section className="mt-20 bg-brand-soft md:mt-28">
      <div className="wrap grid gap-8 py-12 md:grid-cols-[1fr_2fr] md:items-center">
        <h2 className="text-2xl md:text-3xl">{t("pages.home.about.title")}</h2>
        <div className="grid gap-8">
          <div className="max-w-prose">
            <p className="text-lg text-ink-2">{t("pages.home.about.text")}</p>
            <Link to={href("/about")} className="link mt-3 inline-block">
              {t("pages.home.about.more")}
            </Link>
          </div>
          <dl className="grid grid-cols-2 gap-6 lg:grid-cols-4">
            {secondsToAlert !== null && (
              <Figure label={t("pages.home.stats.alert")} value={formatSpan(secondsToAlert, language)} />
            )}
            {counted.map((name) => (
              <Figure
                key={name}
                label={t(`pages.home.stats.${name}`, { count: stats[name] })}
                value={formatNumber(stats[name], language)}
              />
            ))}
            {facts.slice(0, Math.max(0, missing)).map(([name, value]) => (
              <Figure key={name} label={t(`pages.home.stats.${name}`)} value={formatNumber(value, language)} />
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="text-3xl font-semibold text-brand-deep tabular-nums">{value}</dd>
    </div>
  );
}

/** Pets that recently came home, each linking to its report; renders nothing without any. */
function Homecomings({ homecomings }: { homecomings: Homecoming[] }) {
  const t = useT();
  const { language } = useViewer();
  if (homecomings.length === 0) return null;
  return (
    <section className="wrap mt-20 md:mt-28">
      <h2 className="text-2xl">{t("pages.home.homecomings.title")}</h2>
      <ul className="mt-8 grid gap-4 md:grid-cols-3">
        {homecomings.map(({ id, name, type, area, after }) => {
          const Icon = animalIcons[type];
          return (
            <Card as="li" key={id} lift className="relative flex items-center gap-4">
              <span className="grid size-14 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-deep">
                <Icon aria-hidden className="size-7" />
              </span>
              <div className="min-w-0 wrap-anywhere">
                <h3 className="text-lg leading-snug">
                  <Link to={href("/community-reports/:reportId", { reportId: id })} className="stretched">
                    {t("pages.home.homecomings.home", { name: `\u2068${name}\u2069` })}
                  </Link>
                </h3>
                <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
                  <House aria-hidden className="size-4 shrink-0 text-brand" />
                  <span>
                    {t("pages.home.homecomings.after", {
                      span: formatSpan(after, language, { afterPreposition: true }),
                    })}
                  </span>
                  {area && <span aria-hidden="true">·</span>}
                  <bdi>{area}</bdi>
                </p>
              </div>
            </Card>
          );
        })}
      </ul>
    </section>
  );
}

/** What buyers wrote, in their own words; renders nothing without any. */
function Testimonials({ testimonials }: { testimonials: Testimonial[] }) {
  const t = useT();
  if (testimonials.length === 0) return null;
  return (
    <section className="wrap mt-20 md:mt-28">
      <h2 className="text-2xl">{t("pages.home.testimonials.title")}</h2>
      <ul className="mt-8 grid gap-4 md:grid-cols-3">
        {testimonials.map(({ id, text, firstName: name, initial }) => (
          <Card as="li" key={id} className="wrap-anywhere">
            <figure className="flex h-full flex-col justify-between gap-4">
              <blockquote dir="auto" className="text-lg">
                {text}
              </blockquote>
              <figcaption className="text-sm text-ink-2">
                <bdi className="font-semibold text-ink">
                  {name && initial ? t("pages.home.testimonials.buyer", { name, initial }) : name}
                </bdi>{" "}
                {t("pages.home.testimonials.verified")}
              </figcaption>
            </figure>
          </Card>
        ))}
      </ul>
    </section>
  );
}

const drawings = [
  <AnimalDrawing key="page" kind="cat" seed="luna" className="h-full w-auto" />,
  <CollarDrawing key="collar" className="h-full w-auto py-4" />,
  <ScanDrawing key="scan" className="h-full w-auto" />,
];

function HowItWorks() {
  const t = useT();
  return (
    <section className="wrap mt-20 md:mt-28">
      <h2 className="text-2xl">{t("pages.home.how.title")}</h2>
      <ol className="mt-10 grid gap-6 md:grid-cols-3">
        {([1, 2, 3] as const).map((step) => (
          <li key={step} className="overflow-hidden rounded-2 border border-line bg-surface shadow-1">
            <div className="relative grid h-44 place-items-end justify-center bg-brand-soft">
              {drawings[step - 1]}
              <span
                aria-hidden="true"
                className="absolute start-4 top-4 grid size-9 place-items-center rounded-full bg-surface font-semibold text-brand-deep shadow-1"
              >
                {step}
              </span>
            </div>
            <div className="grid gap-1.5 p-5 md:p-6">
              <h3 className="text-lg">{t(`pages.home.how.step${step}`)}</h3>
              <p className="text-sm text-ink-2">{t(`pages.home.how.text${step}`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const reasons = [
  { key: "app", Icon: Smartphone },
  { key: "number", Icon: EyeOff },
  { key: "alert", Icon: BellRing },
  { key: "real", Icon: UserCheck },
  { key: "care", Icon: HeartPulse },
  { key: "free", Icon: LifeBuoy },
] as const;

function WhyAleef() {
  const t = useT();
  return (
    <section className="wrap mt-20 md:mt-28">
      <h2 className="text-2xl">{t("pages.home.why.title")}</h2>
      <p className="mt-2 max-w-[54ch] text-lg text-ink-2">{t("pages.home.why.text")}</p>
      <ul className="mt-10 grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
        {reasons.map(({ key, Icon }) => (
          <Point key={key} icon={<Icon />} title={t(`pages.home.why.${key}`)}>
            {t(`pages.home.why.${key}Text`)}
          </Point>
        ))}
      </ul>
    </section>
  );
}

function HomeHero({ tagFromCents }: { tagFromCents: number | null }) {
  const t = useT();
  const { user } = useViewer();
  return (
    <section className="wrap grid items-center gap-12 pt-10 pb-16 md:pt-16 lg:grid-cols-[1.1fr_.9fr] lg:pb-24">
      <div className="grid justify-items-start gap-6">
        <Chip tone="brand">{t("pages.home.chip")}</Chip>
        <h1 className="text-3xl max-[380px]:text-2xl tracking-[-.02em]">
          <span className="block">{t("pages.home.head1")}</span> <span className="block">{t("pages.home.head2")}</span>
        </h1>
        <p className="max-w-[34ch] text-lg text-ink-2">{t("pages.home.lead")}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={user ? href("/dashboard/pets") : `${href("/auth")}?mode=sign-up`} size="lg">
            {t("pages.home.protect")}
          </ButtonLink>
          <a href="#found" className={buttonClass({ variant: "ghost", size: "lg" })}>
            {t("pages.home.foundTag")}
          </a>
        </div>
        {tagFromCents !== null && (
          <p className="text-sm text-ink-2">
            <Link to={`${href("/store")}?category=tags`} className="link">
              {t("pages.home.priceFrom", { price: `\u2066${formatMoney(tagFromCents)}\u2069` })}
            </Link>
          </p>
        )}
      </div>
      <Stage />
    </section>
  );
}

/** Illustration of a tag and the notification that it causes; not interactive. */
function Stage() {
  const t = useT();
  return (
    <figure className="relative mx-auto h-100 w-full max-w-[540px] md:h-110">
      <figcaption className="sr-only">{t("pages.home.example.caption")}</figcaption>
      <span
        aria-hidden="true"
        className="absolute inset-x-4 top-1/2 aspect-square max-h-full -translate-y-1/2 rounded-full border-2 border-dashed border-line md:inset-x-10"
      />
      <AnimalDrawing
        kind="dog"
        seed="rocky"
        className="absolute start-2 top-2 w-[min(215px,80%)] md:start-10 md:top-4 md:w-[285px]"
      />
      <TagDrawing className="absolute end-6 top-2 w-[84px] drop-shadow-xl md:end-16 md:top-6 md:w-[120px]" />
      <div className="absolute end-0 bottom-0 grid w-[min(320px,86%)] animate-rise gap-2.5 rounded-2 border border-line bg-surface p-4.5 shadow-2">
        <div className="flex items-center gap-3">
          <Avatar>
            <AnimalDrawing kind="dog" seed="rocky" background className="size-full" />
          </Avatar>
          <div className="leading-snug">
            <p className="text-sm font-semibold">{t("pages.home.example.name")}</p>
            <p className="text-xs text-ink-3">{t("pages.home.example.where")}</p>
          </div>
        </div>
        <p className="text-sm">{t("pages.home.example.words")}</p>
        <div aria-hidden="true" className="pointer-events-none flex flex-wrap gap-2">
          <span className={buttonClass({ size: "sm" })}>{t("pages.home.example.answer")}</span>
          <span className={buttonClass({ size: "sm", variant: "ghost" })}>{t("pages.home.example.map")}</span>
        </div>
      </div>
    </figure>
  );
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { publicUrl, stats, homecomings, testimonials } = loaderData;
  return (
    <>
      <LinkedData
        thing={{
          "@type": "Organization",
          name: "Aleef",
          alternateName: "أليف",
          foundingDate: "2023",
          url: publicUrl,
          logo: `${publicUrl}/icon-512.png`,
        }}
      />
      <HomeHero tagFromCents={stats.tagFromCents} />
      <FoundTag />
      <HowItWorks />
      <TryAScan />
      <WhyAleef />
      <AboutAndStats stats={stats} />
      <Homecomings homecomings={homecomings} />
      <Testimonials testimonials={testimonials} />
      <CallToAction
        title={t("pages.home.cta.title")}
        text={t("pages.home.cta.text")}
        extra={
          <ButtonLink to={href("/learn-more")} variant="ghost" size="lg">
            {t("pages.home.cta.more")}
          </ButtonLink>
        }
      />
    </>
  );
}
