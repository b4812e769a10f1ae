import BellRing from "lucide-react/icons/bell-ring";
import EyeOff from "lucide-react/icons/eye-off";
import HeartPulse from "lucide-react/icons/heart-pulse";
import House from "lucide-react/icons/house";
import LifeBuoy from "lucide-react/icons/life-buoy";
import Smartphone from "lucide-react/icons/smartphone";
import UserCheck from "lucide-react/icons/user-check";
import { href, Link } from "react-router";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import { ProductPicture } from "#app/features/catalog/store/product-picture.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { languages } from "#app/platform/i18n/language.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import { Avatar } from "#app/platform/ui/avatar.tsx";
import { ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { CollarDrawing } from "#app/platform/ui/drawings/collar-drawing.tsx";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";
import { LinkedData } from "#app/platform/ui/page/link-preview.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { Photo } from "#app/platform/ui/photo.tsx";
import { CallToAction, Point } from "../page-hero.tsx";
import { getSiteStats, type Reunion, type Testimonial } from "../stats.server.ts";
import { FoundTag } from "../type-code/found-tag.tsx";
import type { Route } from "./+types/home-page";
import { HeroScene } from "./hero-scene.tsx";
import { TryAScan } from "./try-a-scan.tsx";

export const handle = { i18n: ["pages"], description: "pages.home.description", isStatic: true } satisfies PageHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { language } = context.get(requestInfoContext);
  const { recentReunions, testimonials, ...stats } = await getSiteStats(ctx);
  return {
    publicUrl: ctx.settings.publicUrl,
    stats,
    testimonials,
    recentReunions: recentReunions.map((reunion) => ({ ...reunion, area: formatPlace(reunion.area, language) })),
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
  const { t, format } = useViewer();
  const { secondsToAlert } = stats;
  const counted = figures.filter((name) => stats[name] > 0);
  const missing = 4 - counted.length - (secondsToAlert === null ? 0 : 1);
  return (
    <section className="mt-14 bg-brand-soft md:mt-28">
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
              <Figure label={t("pages.home.stats.alert")} value={format.span(secondsToAlert)} />
            )}
            {counted.map((name) => (
              <Figure
                key={name}
                label={t(`pages.home.stats.${name}`, { count: stats[name] })}
                value={format.number(stats[name])}
              />
            ))}
            {facts.slice(0, Math.max(0, missing)).map(([name, value]) => (
              <Figure key={name} label={t(`pages.home.stats.${name}`)} value={format.number(value)} />
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

/** Shows people who came home or wrote only where there are enough of them to be believed. */
const minShown = 3;

/** A band of cards: a row that a phone scrolls sideways, and three columns elsewhere. */
const band =
  "-mx-[min(20px,6vw)] mt-6 grid auto-cols-[78%] grid-flow-col gap-4 overflow-x-auto px-[min(20px,6vw)] pb-2 [scroll-snap-type:x_mandatory] *:[scroll-snap-align:center] md:mx-0 md:mt-8 md:grid-flow-row md:grid-cols-3 md:px-0";

/** Photos of pets that recently came home, each linking to its report. */
function RecentReunions({ recentReunions }: { recentReunions: Reunion[] }) {
  const { t, format } = useViewer();
  if (recentReunions.length < minShown) return null;
  return (
    <section className="wrap mt-14 md:mt-28">
      <h2 className="text-2xl">{t("pages.home.recentReunions.title")}</h2>
      <ul className={band}>
        {recentReunions.map(({ id, name, photoId, area, after }) => (
          <Card as="li" key={id} lift pad="none" className="relative overflow-hidden wrap-anywhere">
            <div className="aspect-[4/3] bg-brand-soft">
              <Photo
                id={photoId}
                sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 45vw, 90vw"
                alt=""
                className="size-full"
              />
            </div>
            <div className="grid gap-1 p-4 md:p-5">
              <h3 className="text-lg leading-snug">
                <Link to={href("/community-reports/:reportId", { reportId: id })} className="stretched">
                  {t("pages.home.recentReunions.home", { name: `\u2068${name}\u2069` })}
                </Link>
              </h3>
              <p className="text-sm text-ink-2">
                <House aria-hidden className="me-1.5 inline size-4 align-[-2px] text-brand" />
                {t("pages.home.recentReunions.after", {
                  span: format.span(after, { afterPreposition: true }),
                })}
                {area && "\u00a0· "}
                <bdi>{area}</bdi>
              </p>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  );
}

/** What buyers wrote about tags, in their own words, with the tag's picture and name. */
function Testimonials({ testimonials }: { testimonials: Testimonial[] }) {
  const { t, language } = useViewer();
  if (testimonials.length < minShown) return null;
  return (
    <section className="wrap mt-14 md:mt-28">
      <h2 className="text-2xl">{t("pages.home.testimonials.title")}</h2>
      <ul className={band}>
        {testimonials.map(({ id, text, firstName: name, initial, product }) => (
          <Card as="li" key={id} className="wrap-anywhere">
            <figure className="flex h-full flex-col justify-between gap-5">
              <blockquote dir="auto" className="text-lg">
                {text}
              </blockquote>
              <figcaption className="flex items-center gap-3 text-sm text-ink-2">
                <span className="size-14 shrink-0 overflow-hidden rounded-1">
                  <ProductPicture photoId={product.photoId} category="tags" alt="" sizes="3.5rem" />
                </span>
                <span className="grid">
                  <span>
                    <bdi className="font-semibold text-ink">
                      {name && initial ? t("pages.home.testimonials.buyer", { name, initial }) : name}
                    </bdi>{" "}
                    {t("pages.home.testimonials.verified")}
                  </span>
                  <Link to={href("/store/product/:id", { id: product.id })} className="link w-fit">
                    <bdi>{nameIn(language, product)}</bdi>
                  </Link>
                </span>
              </figcaption>
            </figure>
          </Card>
        ))}
      </ul>
    </section>
  );
}

const drawings = [
  <AnimalDrawing key="page" kind="cat" seed="luna" className="w-full md:h-full md:w-auto" />,
  <CollarDrawing key="collar" className="w-full self-center md:h-full md:w-auto md:py-4" />,
  <ScanDrawing key="scan" className="w-full self-center md:h-full md:w-auto" />,
];

function HowItWorks() {
  const t = useT();
  return (
    <section className="wrap mt-14 md:mt-28">
      <h2 className="text-2xl">{t("pages.home.how.title")}</h2>
      <ol className="@container mt-6 grid grid-cols-1 gap-4 md:mt-10 md:grid-cols-3 md:gap-6">
        {([1, 2, 3] as const).map((step) => (
          <li
            key={step}
            className="overflow-hidden rounded-2 border border-line bg-surface shadow-1 max-md:grid max-md:grid-cols-[7rem_minmax(0,1fr)] @max-[18rem]:grid-cols-1"
          >
            <div className="relative grid place-items-end justify-center overflow-hidden bg-brand-soft max-md:min-h-32 max-md:p-1 md:h-44">
              {drawings[step - 1]}
              <span
                aria-hidden="true"
                className="absolute start-2 top-2 grid size-7 place-items-center rounded-full bg-surface text-sm font-semibold text-brand-deep shadow-1 md:start-4 md:top-4 md:size-9 md:text-base"
              >
                {step}
              </span>
            </div>
            <div className="grid content-center gap-1 p-4 md:content-start md:gap-1.5 md:p-6">
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
    <section className="wrap mt-14 md:mt-28">
      <h2 className="text-2xl">{t("pages.home.why.title")}</h2>
      <p className="mt-2 max-w-[54ch] text-lg text-ink-2">{t("pages.home.why.text")}</p>
      <ul className="mt-6 grid gap-x-10 gap-y-5 sm:grid-cols-2 md:mt-10 md:gap-y-9 lg:grid-cols-3">
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
  const { t, user } = useViewer();
  return (
    <section className="wrap grid items-center gap-8 pt-8 pb-12 md:gap-12 md:pt-16 lg:grid-cols-[1.1fr_.9fr] lg:pb-24">
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

/** Illustration of a tag on its dog and the notification that it causes; not interactive. */
function Stage() {
  const t = useT();
  return (
    <figure className="mx-auto w-full max-w-[540px]">
      <figcaption className="sr-only">{t("pages.home.example.caption")}</figcaption>
      <HeroScene className="mx-auto block w-[min(21rem,86%)] md:ms-0 md:w-[76%]" />
      <div className="relative mx-auto -mt-6 grid w-[min(20rem,100%)] animate-rise gap-2.5 rounded-2 border border-line bg-surface p-4.5 shadow-2 md:me-0 md:-mt-20 md:w-[56%]">
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
        <div aria-hidden="true" className="flex flex-wrap gap-2 text-sm font-semibold">
          <span className="rounded-full bg-brand-soft px-4 py-2 text-brand-deep">{t("pages.home.example.answer")}</span>
          <span className="rounded-full bg-sunken px-4 py-2">{t("pages.home.example.map")}</span>
        </div>
      </div>
    </figure>
  );
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { publicUrl, stats, recentReunions, testimonials } = loaderData;
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
      <RecentReunions recentReunions={recentReunions} />
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
