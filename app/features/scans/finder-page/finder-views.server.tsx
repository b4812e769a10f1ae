import { href } from "react-router";
import type { NearbyClinics } from "#app/features/clinics/nearby-clinics.server.ts";
import { type Lost, maxLengths, petTypes } from "#app/features/pets/pets.rules.ts";
import { formatBreed, formatColor, formatSpecies } from "#app/features/pets/texts/breeds-and-colours.ts";
import type { AwaitedTag } from "#app/features/tags/replacements.server.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import { withQuery, withTo } from "#app/platform/http/safe-path.ts";
import { productLanguageOf } from "#app/platform/i18n/finder-languages.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import type { CachedPet } from "../offline-fallback/tag-page-cache.server.ts";
import { Clinics } from "./finder-clinics.server.tsx";
import { InPlaceChoice, ReplacedNote } from "./finder-marked.server.tsx";
import {
  Advice,
  ClaimCodeField,
  Confirmation,
  type FinderPageContext,
  FormError,
  FoundAnimal,
  HaveForm,
  haveFormId,
  Named,
  OutageNote,
  PetPicture,
  PlaceForm,
  ReachedNote,
  WhatsappLink,
} from "./finder-parts.server.tsx";

interface OwnPet {
  id: string;
  name: string;
}

const signIn = (path: string) => withTo(href("/auth"), path);

function ageWords({ t }: FinderPageContext, pet: CachedPet): string | null {
  if (pet.ageYears === null) return null;
  const inYears = t("finderPage.finder.facts.years", { count: pet.ageYears });
  if (pet.ageMonths === null)
    return pet.ageYears === 0
      ? t("finderPage.finder.facts.firstYear")
      : t("finderPage.finder.facts.about", { age: inYears });
  if (pet.ageYears > 0) return inYears;
  return t("finderPage.finder.facts.months", { count: pet.ageMonths });
}

function Facts({ pageContext, pet }: { pageContext: FinderPageContext; pet: CachedPet }) {
  const { t } = pageContext;
  // Breeds and colours are written by owners, in the product's languages.
  const language = productLanguageOf(pageContext.language);
  const kind = pet.otherType ? formatSpecies(pet.otherType, language) : t(`finderPage.finder.animal.${pet.type}`);
  return (
    <ul className="chips">
      <li className="chip b">{kind}</li>
      {[
        pet.breed && formatBreed(pet.breed, language),
        pet.color && formatColor(pet.color, language),
        ageWords(pageContext, pet),
      ]
        .filter(Boolean)
        .map((fact) => (
          <li className="chip" key={fact}>
            <bdi>{fact}</bdi>
          </li>
        ))}
    </ul>
  );
}

/** Shows since when a pet is lost, and the reward. */
function LostChips({ pageContext: { t, language }, lost }: { pageContext: FinderPageContext; lost: Lost | null }) {
  if (!lost) return null;
  const date = formatDate(lost.since, language, defaultTimeZone, "shortDate");
  return (
    <ul className="chips">
      <li className="chip r">{t("finderPage.finder.lostSince", { date })}</li>
      {lost.reward === null ? null : (
        <li className="chip r">
          {t("finderPage.finder.reward")}
          {lost.reward ? <bdi>{lost.reward}</bdi> : null}
        </li>
      )}
    </ul>
  );
}

/** Joins the owner's texts that the lost pet's note does not already contain. */
function joinNewTexts(pet: CachedPet, ...texts: (string | null | undefined)[]): string {
  const lostNote = pet.lost?.note ?? "";
  return texts.filter((text) => text && !lostNote.includes(text)).join("\n");
}

/**
 * Urgent needs: the selected ones translated to the finder's language, then the owner's own words, labelled as such.
 */
function UrgentNeeds({ pageContext: { t }, pet }: { pageContext: FinderPageContext; pet: CachedPet }) {
  const words = [pet.lost?.note, joinNewTexts(pet, pet.urgentNeeds)].filter(Boolean);
  const needs = pet.needs ?? [];
  if (needs.length === 0 && words.length === 0) return null;
  return (
    <div className="urgent">
      <h2 className="lead">{t("finderPage.finder.urgent")}</h2>
      {needs.length > 0 ? (
        <ul className="list">
          {needs.map((need) => (
            <li key={need}>{t(`pets.needs.${need}`)}</li>
          ))}
        </ul>
      ) : null}
      {words.length > 0 ? <p className="small">{t("finderPage.finder.ownWords")}</p> : null}
      {words.map((text) => (
        <p dir="auto" key={text}>
          {text}
        </p>
      ))}
    </div>
  );
}

function MoreAboutPet({ pageContext: { t }, pet }: { pageContext: FinderPageContext; pet: CachedPet }) {
  const { conditions, allergies, medications } = pet.medical ?? {};
  const medical = joinNewTexts(pet, conditions, allergies, medications);
  const about = joinNewTexts(pet, pet.behaviours, pet.notes);
  const items = [
    [t("finderPage.finder.about"), about],
    [t("finderPage.finder.food"), pet.diet],
    [t("finderPage.finder.health"), medical],
  ].filter(([, text]) => text);
  return items.length === 0 ? null : (
    <dl>
      {items.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Whatsapp({ pageContext: { t, whatsapp } }: { pageContext: FinderPageContext }) {
  return whatsapp ? <WhatsappLink t={t} to={whatsapp} label={t("finderPage.whatsapp.write")} /> : null;
}

/** Characters of a name that fit into the headline at its full size. */
const longName = 24;

/** View of a tag linked to a pet: the pet, that its family was notified, and the finder's forms. */
export function LinkedView({
  pageContext,
  pet,
  isOwner,
  isSignedIn,
  isNotified,
  notice,
  now,
  nearby,
}: {
  pageContext: FinderPageContext;
  pet: CachedPet;
  isOwner: boolean;
  isSignedIn: boolean;
  isNotified: boolean;
  notice: string | null;
  /** For advice of the season. */
  now: Date;
  nearby: NearbyClinics;
}) {
  const { t, language, path, token } = pageContext;
  const profile = `${href("/pet/:petId", { petId: pet.id })}?tag=${pageContext.path.split("/").at(-1)}`;
  return (
    <>
      <PetPicture pet={pet} t={t} />
      <div className="sheet">
        <h1 className={pet.name.length > longName ? "long" : undefined}>
          <Named t={t} text={pet.lost ? "finderPage.finder.hiLost" : "finderPage.finder.hi"} name={pet.name} />
        </h1>
        {notice ? <Confirmation>{notice}</Confirmation> : null}
        <OutageNote pageContext={pageContext} />
        <FormError pageContext={pageContext} of={["claim", "create"]} />
        <ReplacedNote pageContext={pageContext} isOwner={isOwner} />
        <ReachedNote
          t={t}
          isOwner={isOwner}
          isNotified={isNotified}
          ownerText={t("finderPage.finder.yoursText")}
          notifiedText={t("finderPage.finder.alerted")}
        />
        <LostChips pageContext={pageContext} lost={pet.lost} />
        {isOwner ? null : (
          <>
            <HaveForm
              pageContext={pageContext}
              label={<Named t={t} text="finderPage.finder.have" name={pet.name} />}
              isLost={pet.lost !== null}
            />
            <p className="free">{t("finderPage.finder.free")}</p>
          </>
        )}
        <UrgentNeeds pageContext={pageContext} pet={pet} />
        {isOwner ? null : (
          <>
            <PlaceForm pageContext={pageContext} />
            <Whatsapp pageContext={pageContext} />
          </>
        )}
        <Facts pageContext={pageContext} pet={pet} />
        {pet.finderPhone ? (
          <a className="btn ghost" href={`tel:${pet.finderPhone}`}>
            {t("finderPage.finder.call")} <bdi dir="ltr">{pet.finderPhone}</bdi>
          </a>
        ) : null}
        <MoreAboutPet pageContext={pageContext} pet={pet} />
        {isOwner ? null : (
          <Advice t={t} language={language} type={pet.type} now={now}>
            <Clinics {...{ t, language, path, token, nearby }} form={haveFormId} />
          </Advice>
        )}
        {pageContext.outageNote ? null : isSignedIn ? (
          <p className="small">
            <a href={profile}>{t("finderPage.finder.openProfile")}</a>
          </p>
        ) : (
          <p className="small">
            {t("finderPage.finder.signInPrompt")} <a href={signIn(profile)}>{t("finderPage.finder.signInForMore")}</a>
          </p>
        )}
      </div>
    </>
  );
}

function PetChoice({
  pageContext: { t },
  pets,
  isRequired,
}: {
  pageContext: FinderPageContext;
  pets: OwnPet[];
  isRequired: boolean;
}) {
  return (
    <div>
      <label htmlFor="petId">{t("finderPage.finder.petToLink")}</label>
      <select id="petId" name="petId" required={isRequired} defaultValue={pets.length === 1 ? pets[0]?.id : ""}>
        <option value="">{isRequired ? t("tags.choosePet") : t("finderPage.finder.later")}</option>
        {pets.map((pet) => (
          <option key={pet.id} value={pet.id}>
            {pet.name}
          </option>
        ))}
      </select>
    </div>
  );
}

function NewPet({ pageContext: { t, rejected }, isRequired }: { pageContext: FinderPageContext; isRequired: boolean }) {
  return (
    <>
      <div>
        <label htmlFor="name">{t("finderPage.finder.petName")}</label>
        <input
          id="name"
          name="name"
          type="text"
          dir="auto"
          autoComplete="off"
          maxLength={maxLengths.name}
          required={isRequired}
          defaultValue={rejected?.typed.name}
        />
      </div>
      <div>
        <label htmlFor="type">{t("pets.fields.type")}</label>
        <select id="type" name="type" required={isRequired} defaultValue={rejected?.typed.type ?? ""}>
          <option value="">…</option>
          {petTypes.map((type) => (
            <option key={type} value={type}>
              {t(`pets.types.${type}`)}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor="photo">{t("finderPage.finder.petPhoto")}</label>
        <input id="photo" name="photo" type="file" accept="image/*" />
      </div>
    </>
  );
}

/** A form that creates the first pet takes its photo too. */
const encTypeOf = (pets: OwnPet[]) => (pets.length === 0 ? "multipart/form-data" : undefined);

/** View of an owned tag without a pet: its owner can link one, and a finder can contact the owner. */
export function UnlinkedView({
  pageContext,
  isOwner,
  isNotified,
  pets,
  notice,
}: {
  pageContext: FinderPageContext;
  isOwner: boolean;
  isNotified: boolean;
  pets: OwnPet[];
  notice: string | null;
}) {
  const { t } = pageContext;
  return (
    <>
      <div className="hero">
        <TagDrawing metal="steel" />
      </div>
      <div className="sheet">
        <h1>{t("finderPage.finder.unlinkedTitle")}</h1>
        {notice ? <Confirmation>{notice}</Confirmation> : null}
        <ReplacedNote pageContext={pageContext} isOwner={isOwner} />
        {isOwner ? (
          <form className="card" method="post" encType={encTypeOf(pets)} action={pageContext.path}>
            <input type="hidden" name="intent" value="link" />
            <FormError pageContext={pageContext} of={["link", "claim"]} />
            {pets.length > 0 ? (
              <PetChoice pageContext={pageContext} pets={pets} isRequired />
            ) : (
              <NewPet pageContext={pageContext} isRequired />
            )}
            <button className="btn sun" type="submit">
              {t("finderPage.finder.linkNow")}
            </button>
          </form>
        ) : (
          <>
            <OutageNote pageContext={pageContext} />
            <FormError pageContext={pageContext} of={["claim", "create"]} />
            {isNotified ? <Confirmation>{t("finderPage.finder.ownerAlerted")}</Confirmation> : null}
            <p>{t("finderPage.finder.unlinkedText")}</p>
            <HaveForm pageContext={pageContext} label={t("finderPage.finder.haveOther")} />
            <p className="free">{t("finderPage.finder.free")}</p>
            <PlaceForm pageContext={pageContext} />
            <Whatsapp pageContext={pageContext} />
          </>
        )}
      </div>
    </>
  );
}

/** View of a tag without an owner: a signed-in user can claim it. */
export function AvailableView({
  pageContext,
  code,
  isSignedIn,
  hasClaimCode,
  pets,
  awaited,
  notice,
}: {
  pageContext: FinderPageContext;
  code: string;
  isSignedIn: boolean;
  /** Whether the claim code from inside the package is required. */
  hasClaimCode: boolean;
  pets: OwnPet[];
  awaited: AwaitedTag[];
  notice: string | null;
}) {
  const { t } = pageContext;
  return (
    <>
      <div className="hero">
        <TagDrawing />
      </div>
      <div className="sheet">
        <h1>{t("finderPage.finder.availableTitle")}</h1>
        {notice ? <Confirmation>{notice}</Confirmation> : null}
        <p className="chip code">
          <bdi dir="ltr">{code}</bdi>
        </p>
        <p>{t("finderPage.finder.availableText")}</p>
        {isSignedIn ? (
          <form className="card" method="post" encType={encTypeOf(pets)} action={pageContext.path}>
            <input type="hidden" name="intent" value="claim" />
            <FormError pageContext={pageContext} of={["claim", "create"]} />
            {hasClaimCode ? <ClaimCodeField pageContext={pageContext} /> : null}
            <InPlaceChoice pageContext={pageContext} awaited={awaited} />
            {pets.length > 0 ? (
              <PetChoice pageContext={pageContext} pets={pets} isRequired={false} />
            ) : (
              <NewPet pageContext={pageContext} isRequired={false} />
            )}
            <button className="btn sun" type="submit">
              {t(pets.length > 0 ? "finderPage.finder.claimAndLink" : "finderPage.finder.claim")}
            </button>
          </form>
        ) : (
          <SetUp pageContext={pageContext} />
        )}
        <FoundAnimal pageContext={pageContext} />
      </div>
    </>
  );
}

/** Asks a new owner for the mobile number; the code and the name are asked with the same tag in sight. */
function SetUp({ pageContext: { t, path } }: { pageContext: FinderPageContext }) {
  const numberStep = withQuery(href("/auth/phone"), new URLSearchParams({ step: "number", to: path }));
  const byEmail = withQuery(href("/auth"), new URLSearchParams({ mode: "sign-up", to: path }));
  return (
    <>
      <form className="card" method="post" action={numberStep}>
        <input type="hidden" name="intent" value="send" />
        <input type="hidden" name="to" value={path} />
        <h2>{t("finderPage.finder.signUpToClaim")}</h2>
        <div>
          <label htmlFor="phone">{t("accounts.phone.number")}</label>
          <input id="phone" name="phone" type="tel" className="ltr" autoComplete="tel" maxLength={40} required />
        </div>
        <button className="btn sun" type="submit" name="first" value="whatsapp">
          {t("phone.card.byWhatsapp")}
        </button>
        <button className="btn ghost" type="submit" name="first" value="sms">
          {t("phone.card.bySms")}
        </button>
        <p className="small">
          <a href={byEmail}>{t("finderPage.finder.byEmail")}</a>
        </p>
      </form>
      <a className="btn ghost" href={signIn(path)}>
        {t("finderPage.finder.signInToClaim")}
      </a>
    </>
  );
}

/** View for the owner who has just linked the tag: that it works, and the page that a finder sees. */
export function WorksView({
  pageContext,
  tag,
  pet,
  notice,
}: {
  pageContext: FinderPageContext;
  tag: { id: string; code: string };
  pet: CachedPet;
  notice: string | null;
}) {
  const { t } = pageContext;
  const test = withQuery(href("/dashboard/settings/test-my-tag"), new URLSearchParams({ tag: tag.id }));
  return (
    <>
      <div className="hero">
        <TagDrawing />
      </div>
      <div className="sheet">
        <h1>
          <Named t={t} text="finderPage.finder.works" name={pet.name} />
        </h1>
        {notice ? <Confirmation>{notice}</Confirmation> : null}
        <p className="chip code">
          <bdi dir="ltr">{tag.code}</bdi>
        </p>
        <p>{t("finderPage.finder.worksText")}</p>
        <a className="btn sun" href={test}>
          {t("finderPage.finder.testNow")}
        </a>
        <a className="btn ghost" href={href("/dashboard/pets/:petId", { petId: pet.id })}>
          {t("finderPage.finder.toPet", { name: pet.name })}
        </a>
        <h2>{t("finderPage.finder.finderSees")}</h2>
        <div className="card frame">
          <iframe
            src={href("/dashboard/pets/:petId/finder-view", { petId: pet.id })}
            title={t("finderPage.finder.finderSees")}
            sandbox="allow-same-origin"
            scrolling="no"
            inert
            tabIndex={-1}
          />
        </div>
      </div>
    </>
  );
}
