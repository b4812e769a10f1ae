import Pencil from "lucide-react/icons/pencil";
import { data, href, Link } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { withTo } from "#app/platform/http/safe-path.ts";
import { directionOf, otherLanguage } from "#app/platform/i18n/language.ts";
import { ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { Logo } from "#app/platform/ui/logo.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PetPhoto } from "../cards/pet-photo.tsx";
import { findPet } from "../pets.server.ts";
import type { Route } from "./+types/public-pet-page";
import { FinderFacts, FinderNotes } from "./finder-view.tsx";
import { findShownVet, getPublicPet } from "./public-pet.server.ts";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const [found, actor] = await Promise.all([getPublicPet(ctx, params.petId), getUser(request, context)]);
  if (!found) throw notFound();
  const isMine = actor !== null && (await findPet(ctx, actor, found.id)) !== null;
  // The phone number, if shown, is for finders who scan the tag and for signed-in users.
  const pet = { ...found, finderPhone: actor ? found.finderPhone : null };
  const vet = actor && (await findShownVet(ctx, found.id));
  const tagCode = /^[\w-]{4,40}$/.exec(new URL(request.url).searchParams.get("tag") ?? "")?.[0] ?? null;
  return data({ pet, vet, isMine, tagCode }, { headers: { "x-robots-tag": "noindex, noimageindex" } });
}

export function headers({ loaderHeaders }: { loaderHeaders: Headers }) {
  return loaderHeaders;
}

export const handle = { i18n: ["pets", "publicPet"], title: "publicPet.title" };

export default function PublicPetPage({ loaderData }: Route.ComponentProps) {
  const { t, format, language, user } = useViewer();
  const day = (moment: Date) => `\u2068${format.date(moment)}\u2069`;
  const { pet, vet, isMine, tagCode } = loaderData;
  const other = otherLanguage(language);
  return (
    <div data-density="site" className="mx-auto flex min-h-dvh max-w-xl flex-col wrap-anywhere md:py-8">
      <header className="flex items-center justify-between gap-4 px-5 py-3 md:px-0">
        <Link to="/" aria-label={t("publicPet.home")} className="rounded-2">
          <Logo word={language === "ar" ? "أليف" : "Aleef"} size="sm" />
        </Link>
        <a
          href={`${href("/pet/:petId", { petId: pet.id })}?lang=${other}`}
          lang={other}
          dir={directionOf(other)}
          className="rounded-full bg-sunken px-4 py-2 text-sm font-[550] text-ink-2 hover:text-ink"
        >
          {other === "ar" ? "العربية" : "English"}
        </a>
      </header>
      <main className="flex flex-1 flex-col overflow-hidden bg-paper md:flex-none md:rounded-3 md:border md:border-line md:shadow-2">
        <div className="h-72 shrink-0 md:h-96">
          <PetPhoto
            pet={pet}
            sizes="(min-width: 48rem) 42rem, 100vw"
            alt={t("pets.photo.alt", { name: pet.name })}
            eager
          />
        </div>
        <div className="relative -mt-7 grid flex-1 content-start gap-5 rounded-t-3 bg-paper p-5 pt-7 md:p-8">
          <div>
            <h1 className="text-2xl">{t(pet.lost ? "publicPet.hiLost" : "publicPet.hi", { name: pet.name })}</h1>
            <p className="mt-1 text-ink-2">{t("publicPet.family", { owner: pet.ownerFirstName })}</p>
          </div>
          {pet.lost && (
            <Notice tone="lost" title={t("publicPet.lostSince", { date: day(pet.lost.since) })}>
              {pet.lost.reward !== null && (
                <p>
                  {t("publicPet.reward")} <bdi>{pet.lost.reward}</bdi>
                </p>
              )}
              {pet.lost.note && (
                <p dir="auto" className="whitespace-pre-line">
                  {pet.lost.note}
                </p>
              )}
            </Notice>
          )}
          <FinderFacts pet={pet} />
          <FinderNotes pet={pet} />
          {vet && (
            <p>
              {t("pets.vet.title")}: <bdi>{vet.name}</bdi>{" "}
              {vet.phone && (
                <a href={`tel:${vet.phone}`} className="link">
                  <Ltr>{vet.phone}</Ltr>
                </a>
              )}
            </p>
          )}
          {isMine ? (
            <Notice
              tone="brand"
              action={
                <ButtonLink
                  to={href("/dashboard/pets/:petId", { petId: pet.id })}
                  size="sm"
                  icon={<Pencil aria-hidden />}
                >
                  {t("publicPet.manage")}
                </ButtonLink>
              }
            >
              <p>{t("publicPet.yours")}</p>
            </Notice>
          ) : (
            <div className="grid gap-3 border-t border-line pt-5">
              {pet.finderPhone && (
                <a href={`tel:${pet.finderPhone}`} className={buttonClass({ variant: "ghost", full: true })}>
                  {t("publicPet.call")} <Ltr>{pet.finderPhone}</Ltr>
                </a>
              )}
              {tagCode ? (
                <a href={href("/tag/:tagCode", { tagCode })} className={buttonClass({ full: true })}>
                  {t("publicPet.tell", { name: pet.name })}
                </a>
              ) : user ? (
                <ButtonLink to={href("/pet/:petId/message", { petId: pet.id })} full>
                  {t("publicPet.tell", { name: pet.name })}
                </ButtonLink>
              ) : (
                <p className="text-sm text-ink-2">{t("publicPet.signInText")}</p>
              )}
              {user ? (
                <>
                  <ButtonLink to={`${href("/pet/:petId/message", { petId: pet.id })}?inquiry`} variant="ghost" full>
                    {t("publicPet.write")}
                  </ButtonLink>
                  <p className="text-sm text-ink-2">
                    {t(pet.finderPhone ? "publicPet.prefersCalls" : "publicPet.prefersMessages", {
                      owner: pet.ownerFirstName,
                    })}
                  </p>
                </>
              ) : (
                <ButtonLink
                  to={withTo(
                    href("/auth"),
                    tagCode
                      ? `${href("/pet/:petId", { petId: pet.id })}?tag=${tagCode}`
                      : href("/pet/:petId", { petId: pet.id }),
                  )}
                  variant="ghost"
                  full
                >
                  {t("publicPet.signIn")}
                </ButtonLink>
              )}
            </div>
          )}
        </div>
      </main>
    </div>
  );
}
