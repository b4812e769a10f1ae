import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { Avatar } from "#app/platform/ui/avatar.tsx";
import { ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";

export function HomeHero({ tagFromCents }: { tagFromCents: number | null }) {
  const { t } = useTranslation();
  const { user } = useViewer();
  return (
    <section className="wrap grid items-center gap-12 pt-10 pb-16 md:pt-16 lg:grid-cols-[1.1fr_.9fr] lg:pb-24">
      <div className="grid justify-items-start gap-6">
        <Chip tone="brand">{t("pages.home.chip")}</Chip>
        <h1 className="text-3xl tracking-[-.02em]">
          <span className="block">{t("pages.home.head1")}</span> <span className="block">{t("pages.home.head2")}</span>
        </h1>
        <p className="max-w-[36ch] text-lg text-ink-2">{t("pages.home.lead")}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={user ? href("/dashboard/pets") : `${href("/auth")}?mode=sign-up`} variant="sun" size="lg">
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
  const { t } = useTranslation();
  return (
    <figure className="relative mx-auto h-[400px] w-full max-w-[540px] md:h-[440px]">
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
