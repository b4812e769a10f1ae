import { data, Link, type useLoaderData } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { readUserAgent } from "#app/platform/http/user-agent.server.ts";
import { directionOf, otherLanguage } from "#app/platform/i18n/language.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { maskAddress } from "#app/platform/limits/client-address.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { LostDrawing } from "#app/platform/ui/drawings/lost-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { Logo } from "#app/platform/ui/logo.tsx";
import { PetPhoto } from "../cards/pet-photo.tsx";
import { listHealthEvents } from "../health/health.server.ts";
import { HealthTimeline } from "../health/health-timeline.tsx";
import { WeightChart } from "../health/weight-chart.tsx";
import { AboutCard, CharacterCard, ContactsCard, MedicalCard, VetCard } from "../profile/record-cards.tsx";
import { listWeights } from "../weights.server.ts";
import type { Route } from "./+types/shared-record-page";
import { getSharedPet, recordShareVisit } from "./share-links.server.ts";

const privateHeaders = {
  "x-robots-tag": "noindex, nofollow, noimageindex",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
};

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const opened = await getSharedPet(ctx, params.key);
  if (typeof opened === "string")
    return data({ isOpen: false as const }, { status: opened === "closed" ? 410 : 404, headers: privateHeaders });
  const actor = await getUser(request, context);
  const device = readUserAgent((request.headers.get("user-agent") ?? "").slice(0, 400));
  const isPerson = request.method === "GET" && !device.isCrawler && actor?.id !== opened.ownerId;
  const { address } = context.get(requestInfoContext);
  if (isPerson) await recordShareVisit(ctx, opened.id, { ...device, network: maskAddress(address) });
  const page = Number.parseInt(new URL(request.url).searchParams.get("page") ?? "1", 10) || 1;
  const health = opened.parts.includes("health")
    ? { ...(await listHealthEvents(ctx, opened.pet.id, page)), weights: await listWeights(ctx, opened.pet.id) }
    : null;
  const { pet, parts, expiresAt } = opened;
  return data({ isOpen: true as const, pet, parts, expiresAt, health }, { headers: privateHeaders });
}

export function headers({ loaderHeaders }: { loaderHeaders: Headers }) {
  return loaderHeaders;
}

export const handle = {
  i18n: ["petDetails", "petHealth", "petShare", "pets", "publicPet"],
  title: "petShare.publicTitle",
};

export default function SharedRecordPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useViewer();
  const shared = loaderData;
  const other = otherLanguage(language);
  return (
    <div className="mx-auto max-w-3xl px-5 pb-16 wrap-anywhere">
      <header className="flex items-center justify-between gap-4 py-4 print:hidden">
        <Link to="/" aria-label={t("publicPet.home")} className="rounded-2">
          <Logo word={language === "ar" ? "أليف" : "Aleef"} size="sm" />
        </Link>
        <a
          href={`?lang=${other}`}
          lang={other}
          dir={directionOf(other)}
          className="rounded-full bg-sunken px-4 py-2 text-sm font-[550] text-ink-2 hover:text-ink"
        >
          {other === "ar" ? "العربية" : "English"}
        </a>
      </header>
      <main>{shared.isOpen ? <Shared {...shared} /> : <Closed />}</main>
    </div>
  );
}

/** The same page for a link that never existed, was revoked or has expired. */
function Closed() {
  const t = useT();
  return (
    <EmptyState
      inCard
      level={1}
      drawing={<LostDrawing />}
      title={t("petShare.closed")}
      text={t("petShare.closedText")}
      actions={
        <ButtonLink to="/" variant="ghost">
          {t("common.notFound.home")}
        </ButtonLink>
      }
    />
  );
}

type Open = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { isOpen: true }>;

function Shared({ pet, parts, expiresAt, health }: Open) {
  const { t, format } = useViewer();
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-5">
        <div className="size-28 shrink-0 overflow-hidden rounded-3 bg-brand-soft">
          <PetPhoto pet={pet} sizes="7rem" alt={t("pets.photo.alt", { name: pet.name })} eager />
        </div>
        <div className="min-w-0">
          <h1 className="text-2xl">
            <bdi>{pet.name}</bdi>
          </h1>
          <p className="text-sm text-ink-2">{t("petShare.until", { moment: format.date(expiresAt, "dateTime") })}</p>
        </div>
      </div>
      <AboutCard pet={pet} shared />
      {parts.includes("record") && (
        <>
          <MedicalCard pet={pet} shared />
          <CharacterCard pet={pet} shared />
        </>
      )}
      {health && health.total > 0 && (
        <Card as="section">
          <CardHeader title={t("petHealth.title")} />
          <div className="grid gap-6">
            {health.weights.length > 1 && <WeightChart weights={health.weights} />}
            <HealthTimeline events={health.events} />
            <Pager page={health.page} pageCount={health.pageCount} toPage={(number) => `?page=${number}`} />
          </div>
        </Card>
      )}
      <VetCard pet={pet} shared />
      <ContactsCard pet={pet} shared />
    </div>
  );
}
