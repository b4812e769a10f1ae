import Bandage from "lucide-react/icons/bandage";
import Smile from "lucide-react/icons/face-slightly-smiling";
import Footprints from "lucide-react/icons/footprints";
import HandHeart from "lucide-react/icons/hand-heart";
import MapPin from "lucide-react/icons/map-pin";
import { Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { href } from "react-router";
import { animalIcons } from "#app/features/pets/animal-icons.ts";
import type { PetType } from "#app/features/pets/pets.rules.ts";
import { photoTypes, photoUrl } from "#app/platform/files/photos.ts";
import type { FinderLanguage } from "#app/platform/i18n/finder-languages.ts";
import type { Translate, WordKey } from "#app/platform/i18n/words.ts";
import { isHotFor, listAdvice } from "../advice.server.ts";
import { adviceIcons } from "../advice-icons.ts";
import type { CachedPet } from "../offline-fallback/tag-page-cache.server.ts";

/** Submitted values of a rejected form, and the error. */
export interface RejectedForm {
  intent: string;
  /** HTTP status. */
  status: number;
  message: string;
  field: string | null;
  typed: Record<string, string>;
}

export interface FinderPageContext {
  t: Translate;
  language: FinderLanguage;
  path: string;
  token: string | null;
  rejected: RejectedForm | null;
  /** Whether another tag has replaced this one. */
  isReplaced?: boolean;
  /** Note shown while the database is unavailable. */
  outageNote?: string | undefined;
  /** URL that opens a WhatsApp chat about this pet, if WhatsApp is configured. */
  whatsapp?: string | null;
}

/** Query parameter of a tag's page for the owner who has just linked it. */
export const worksQuery = "works";

/** A sentence with a name, which is isolated from the direction of the words beside it. */
export function Named({ t, text, name }: { t: Translate; text: WordKey; name: string }) {
  const [before, ...after] = t(text, { name: nameSlot }).split(nameSlot);
  return (
    <span>
      {before}
      {after.map((words) => (
        <Fragment key={words}>
          <bdi>{name}</bdi>
          {words}
        </Fragment>
      ))}
    </span>
  );
}

/** Stands for the name while a sentence is looked up. */
const nameSlot = "\u0000";

/** Markup that is the same for every pet, by its name and language. */
const rendered = new Map<string, string>();
/** Placeholder for the scan's token in such markup. */
const tokenSlot = "{token}";

/** Renders markup that depends only on the language, once. */
function renderOnce(language: FinderLanguage, name: string, content: () => ReactNode): string {
  const key = `${name} ${language}`;
  let html = rendered.get(key);
  if (html === undefined) {
    html = renderToStaticMarkup(content());
    rendered.set(key, html);
  }
  return html;
}

/** Returns the content of a form: fields that are rendered once, except for the scan's token, or anew if rejected. */
function formContent(
  pageContext: FinderPageContext,
  name: string,
  fields: (pageContext: FinderPageContext) => ReactNode,
) {
  const { language, token, rejected } = pageContext;
  if (rejected) return { children: fields(pageContext) };
  const html = renderOnce(language, name, () => fields({ ...pageContext, token: tokenSlot }));
  return { dangerouslySetInnerHTML: { __html: html.replaceAll(tokenSlot, token ?? "") } };
}

/** Link for finders who prefer WhatsApp. */
export function WhatsappLink({ t, to, label }: { t: Translate; to: string; label: string }) {
  return (
    <div>
      <a className="btn ghost" href={to} rel="nofollow">
        {label}
      </a>
      <p className="hint">{t("finderPage.whatsapp.hint")}</p>
    </div>
  );
}

/** Link to report a found animal, for a tag without an owner. */
export function FoundAnimal({ pageContext: { t } }: { pageContext: FinderPageContext }) {
  return (
    <section className="card">
      <p>{t("finderPage.finder.onAnimal")}</p>
      <a className="btn ghost" href={`${href("/community-reports/new")}?kind=found`}>
        {t("finderPage.finder.reportFound")}
      </a>
    </section>
  );
}

/** Note that the page is a cached copy and nobody was notified yet. */
export function OutageNote({ pageContext: { outageNote } }: { pageContext: FinderPageContext }) {
  return outageNote ? (
    <p className="note" role="status">
      {outageNote}
    </p>
  ) : null;
}

interface ReachedNoteProps {
  t: Translate;
  isOwner: boolean;
  isNotified: boolean;
  /** Text for the tag's owner. */
  ownerText: string;
  /** Text for a finder when the owner was notified. */
  notifiedText: string;
}

/** Tells the owner that the tag is theirs, or a finder that the owner was notified. */
export function ReachedNote({ t, isOwner, isNotified, ownerText, notifiedText }: ReachedNoteProps) {
  if (isOwner)
    return (
      <div className="note">
        <h2 className="lead">{t("finderPage.finder.yours")}</h2>
        <p>{ownerText}</p>
        <p>
          <a href={href("/dashboard/tags-management")}>{t("finderPage.finder.manage")}</a>
          {"\u00a0· "}
          <a href={href("/dashboard/settings/test-my-tag")}>{t("tagTest.title")}</a>
        </p>
      </div>
    );
  return isNotified ? <Confirmation>{notifiedText}</Confirmation> : null;
}

/**
 * The pet's photo, smaller when other content must be visible below it. Without a photo it shows only an icon of the
 * species, since finders compare and a drawn animal could mislead them.
 */
export function PetPicture({
  pet,
  t,
  isLow = pet.lost !== null,
}: {
  pet: Pick<CachedPet, "id" | "name" | "type" | "photoId" | "photoFocusX" | "photoFocusY" | "lost">;
  t: Translate;
  isLow?: boolean;
}) {
  const Silhouette = animalIcons[pet.type];
  const position = { objectPosition: `${pet.photoFocusX}% ${pet.photoFocusY}%` };
  return (
    <div className={isLow ? "photo low" : "photo"}>
      {pet.photoId ? (
        <picture>
          <source type="image/avif" srcSet={photoUrl(pet.photoId, 640, "avif")} />
          <img
            src={photoUrl(pet.photoId, 640)}
            width={640}
            height={480}
            alt={t("finderPage.finder.photoOf", { name: pet.name })}
            style={position}
          />
        </picture>
      ) : (
        <div className="kind">
          <Silhouette aria-hidden strokeWidth={1.5} />
          {t("finderPage.finder.noPhoto")}
        </div>
      )}
    </div>
  );
}

interface AdviceProps {
  t: Translate;
  language: FinderLanguage;
  type: PetType;
  now: Date;
  /** Vet clinics, below the advice. */
  children?: ReactNode;
}

/** Advice until the family arrives, each step with a picture. */
export function Advice({ t, language, type, now, children }: AdviceProps) {
  const isHot = isHotFor(type, now);
  const html = renderOnce(language, `advice ${type}${isHot ? " hot" : ""}`, () => (
    <>
      <h2 className="lead">{t("finderPage.advice.title")}</h2>
      <ul className="list seen">
        {listAdvice(t, type, isHot).map(({ icon, text }) => {
          const Icon = adviceIcons[icon];
          return (
            <li key={text}>
              <Icon aria-hidden />
              {text}
            </li>
          );
        })}
      </ul>
    </>
  ));
  return (
    <section className="note">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered above */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
      {children}
    </section>
  );
}

export function Confirmation({ children }: { children: ReactNode }) {
  return (
    <p className="confirmation" role="status">
      <svg
        width="22"
        height="22"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.6"
        aria-hidden="true"
      >
        <path d="m4 12.500 5.200 5L20 6.500" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {children}
    </p>
  );
}

interface InputProps {
  pageContext: FinderPageContext;
  form: string;
  name: string;
  label: string;
  hint?: string;
  placeholder?: string;
  max: number;
  rows?: boolean;
  autoComplete?: string;
  required?: boolean;
}

/** A text field, with what was typed and the error if its form was rejected. */
export function TextField(props: InputProps) {
  const { pageContext, form, name, label, hint, placeholder, max, rows, autoComplete, required } = props;
  const id = `${form}-${name}`;
  const rejected = pageContext.rejected?.intent === form ? pageContext.rejected : null;
  const error = rejected?.field === name ? rejected.message : null;
  const common = {
    id,
    name,
    placeholder,
    required,
    maxLength: max,
    defaultValue: rejected?.typed[name] ?? "",
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? `${id}-e` : hint ? `${id}-h` : undefined,
  };
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {rows ? <textarea {...common} /> : <input {...common} type="text" autoComplete={autoComplete} dir="auto" />}
      {hint ? (
        <p className="hint" id={`${id}-h`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="err" id={`${id}-e`} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

const fieldsWithErrors = ["note", "place", "name", "contact", "claimCode"];

/** Shows why a form was rejected, unless the error is shown at one of its fields. */
export function FormError({ pageContext, of }: { pageContext: FinderPageContext; of: string[] }) {
  if (
    !pageContext.rejected?.message ||
    !of.includes(pageContext.rejected.intent) ||
    fieldsWithErrors.includes(pageContext.rejected.field ?? "")
  )
    return null;
  return (
    <p className="note bad" role="alert">
      {pageContext.rejected.message}
    </p>
  );
}

/** Field for the claim code from inside the package. */
export function ClaimCodeField({ pageContext }: { pageContext: FinderPageContext }) {
  return (
    <TextField
      pageContext={pageContext}
      form="claim"
      name="claimCode"
      label={pageContext.t("tags.claimCode")}
      hint={pageContext.t("tags.claimCodeHint")}
      max={40}
      autoComplete="off"
    />
  );
}

function HiddenFields({ pageContext, intent }: { pageContext: FinderPageContext; intent: string }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="scan" value={pageContext.token ?? ""} />
      <input type="hidden" name="latitude" />
      <input type="hidden" name="longitude" />
      <input type="hidden" name="accuracy" />
    </>
  );
}

function LocateButton({ t }: { t: Translate }) {
  return (
    <>
      <button type="button" className="btn ghost" data-locate hidden>
        {t("finderPage.finder.useLocation")}
      </button>
      <p className="err" data-status hidden />
    </>
  );
}

/** Adds the device's position to the form; on by itself where the browser allows it already. Hidden without scripts. */
function LocationSwitch({ t }: { t: Translate }) {
  return (
    <div>
      <label className="switch" hidden>
        <input type="checkbox" />
        <span>{t("finderPage.finder.withLocation")}</span>
      </label>
      <p className="err" data-status hidden />
    </div>
  );
}

/** Forms of a tag's page whose fields stay when the finder chooses another language. */
export const haveFormId = "have-form";
export const keptForms = { form: haveFormId, unless: "place" };

/** Finder's main form: the first tap opens it, the second notifies the family. */
export function HaveForm({
  pageContext,
  label,
  isLost = false,
}: {
  pageContext: FinderPageContext;
  label: ReactNode;
  isLost?: boolean;
}) {
  return (
    <details id="have" open={pageContext.rejected?.intent === "have" || undefined}>
      <summary className={isLost ? "lost" : "sun"}>
        <HandHeart aria-hidden />
        {label}
      </summary>
      <form
        id={haveFormId}
        className="box"
        method="post"
        encType="multipart/form-data"
        action={pageContext.path}
        {...formContent(pageContext, "have", haveFields)}
      />
    </details>
  );
}

/** Pictures of the quick replies. */
const sentencePictures = { safe: Smile, hurt: Bandage, gone: Footprints };

function haveFields(pageContext: FinderPageContext): ReactNode {
  const { t } = pageContext;
  const rejected = pageContext.rejected?.intent === "have" ? pageContext.rejected : null;
  const isContactTyped = Boolean(rejected?.typed.name || rejected?.typed.contact);
  const field = { pageContext, form: "have" };
  return (
    <>
      <HiddenFields pageContext={pageContext} intent="have" />
      {/* Enter sends the form as its last button does, not as the first quick reply. */}
      <input type="submit" hidden />
      <p>{t("finderPage.finder.formLead")}</p>
      <div className="quick">
        {(["safe", "hurt", "gone"] as const).map((key) => {
          const Picture = sentencePictures[key];
          return (
            <button key={key} className="chip" type="submit" name="say" value={t(`finderPage.finder.say.${key}`)}>
              <Picture aria-hidden />
              {t(`finderPage.finder.say.${key}`)}
            </button>
          );
        })}
      </div>
      <FormError pageContext={pageContext} of={["have"]} />
      <LocationSwitch t={t} />
      <TextField
        {...field}
        name="note"
        label={t("finderPage.finder.note")}
        placeholder={t("finderPage.finder.notePlaceholder")}
        max={2000}
        rows
      />
      <TextField
        {...field}
        name="place"
        label={t("finderPage.finder.place")}
        placeholder={t("finderPage.finder.placePlaceholder")}
        max={300}
      />
      <div>
        <label htmlFor="have-photo">{t("conversations.attachment.add")}</label>
        <input id="have-photo" name="photo" type="file" accept={photoTypes} capture="environment" />
      </div>
      <details className="fold" open={isContactTyped || undefined}>
        <summary>{t("finderPage.finder.addContact")}</summary>
        <TextField {...field} name="name" label={t("finderPage.finder.yourName")} max={60} autoComplete="name" />
        <TextField
          {...field}
          name="contact"
          label={t("finderPage.finder.yourContact")}
          hint={t("finderPage.finder.contactHint")}
          max={120}
        />
      </details>
      <div className="stay">
        <button className="btn sun" type="submit">
          {t("finderPage.finder.send")}
        </button>
      </div>
    </>
  );
}

/** Form for the finder's location. Opening it asks for the device's position; a description can be typed instead. */
export function PlaceForm({ pageContext }: { pageContext: FinderPageContext }) {
  return (
    <details id="place" open={pageContext.rejected?.intent === "location" || undefined}>
      <summary className="ghost">
        <MapPin aria-hidden />
        <span>{pageContext.t("finderPage.finder.sendLocation")}</span>
      </summary>
      <form
        id="place-form"
        className="box"
        method="post"
        action={pageContext.path}
        {...formContent(pageContext, "place", placeFields)}
      />
    </details>
  );
}

function placeFields(pageContext: FinderPageContext): ReactNode {
  const { t } = pageContext;
  return (
    <>
      <HiddenFields pageContext={pageContext} intent="location" />
      <p className="hint">{t("finderPage.finder.locationLead")}</p>
      <FormError pageContext={pageContext} of={["location"]} />
      <LocateButton t={t} />
      <TextField
        pageContext={pageContext}
        form="location"
        name="place"
        label={t("finderPage.finder.describe")}
        placeholder={t("finderPage.finder.placePlaceholder")}
        max={300}
      />
      <button className="btn sun" type="submit">
        {t("finderPage.finder.sendPlace")}
      </button>
    </>
  );
}
