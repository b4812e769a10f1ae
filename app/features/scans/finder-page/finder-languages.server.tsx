import Globe from "lucide-react/icons/globe";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { getTranslator, isUnreviewed } from "#app/locales/words.server.ts";
import { type FinderLanguage, finderLanguageNames, finderLanguages } from "#app/platform/i18n/finder-languages.ts";
import { directionOf, isLanguage } from "#app/platform/i18n/language.ts";

/** How the reader of a page chooses another language. */
export interface LanguageChoice {
  /** Path of the page in another language. */
  path: string;
  /** Proves that a person uses the page of this scan. */
  token?: string | null;
  /** Id of the form whose fields are kept, without scripts: the language's button submits it. */
  form?: string;
  /** Id of an element that, while it is open, puts its own form (`${id}-form`) in place of `form`. */
  unless?: string;
  /** Whether the form is a search, whose address carries its fields. */
  isSearch?: boolean;
  /** Whether there are only the product's languages: an owner's page. */
  isOwners?: boolean;
}

function Choice({
  language,
  choice,
  children,
}: {
  language: FinderLanguage;
  choice: LanguageChoice;
  children: ReactNode;
}) {
  const { path, token, form, isSearch } = choice;
  const address = `${path}?${new URLSearchParams({ lang: language, ...(token ? { s: token } : {}) })}`;
  const shown = { className: "chip", lang: language, dir: directionOf(language) };
  if (!form)
    return (
      <a {...shown} href={address} hrefLang={language} rel="nofollow">
        {children}
      </a>
    );
  return (
    <button
      {...shown}
      form={form}
      formAction={isSearch ? path : address}
      formNoValidate
      {...(isSearch ? { name: "lang", value: language } : {})}
    >
      {children}
    </button>
  );
}

/** Renders `content` for the page's form and, if there is a second one, for that too; the style sheet shows one of them. */
function EachForm({ choice, content }: { choice: LanguageChoice; content: (choice: LanguageChoice) => ReactNode }) {
  const { unless } = choice;
  if (!unless) return content(choice);
  return (
    <>
      <span className="kept">{content(choice)}</span>
      <span className="kept other">{content({ ...choice, form: `${unless}-form` })}</span>
    </>
  );
}

const slot = "{path}";
const tokenSlot = "{token}";
const rendered = new Map<string, { menu: string; note: string }>();

/**
 * Renders the menu of languages, each by its own name in its own script, and the line that says that no native speaker
 * has read this one yet. Rendered once per language and kind of page.
 */
export function renderLanguages(language: FinderLanguage, choice: LanguageChoice): { menu: string; note: string } {
  const key = JSON.stringify([language, { ...choice, path: "", token: Boolean(choice.token) }]);
  let found = rendered.get(key);
  if (!found) {
    const t = getTranslator(language);
    const empty = { ...choice, path: slot, ...(choice.token ? { token: tokenSlot } : {}) };
    const others = finderLanguages.filter((one) => one !== language && (!choice.isOwners || isLanguage(one)));
    const menu = (
      <details className="langs">
        <summary aria-label={`${finderLanguageNames[language]}. ${t("finderPage.languages.choose")}`}>
          <Globe aria-hidden /> <bdi>{finderLanguageNames[language]}</bdi>
        </summary>
        <div>
          <EachForm
            choice={empty}
            content={(one) =>
              others.map((other) => (
                <Choice key={other} language={other} choice={one}>
                  {finderLanguageNames[other]}
                </Choice>
              ))
            }
          />
        </div>
      </details>
    );
    const note = isUnreviewed(language) ? (
      <p className="small end">
        {t("finderPage.languages.unreviewed")}{" "}
        <EachForm
          choice={empty}
          content={(one) => (
            <Choice language="en" choice={one}>
              {finderLanguageNames.en}
            </Choice>
          )}
        />
      </p>
    ) : null;
    found = { menu: renderToStaticMarkup(menu), note: renderToStaticMarkup(note) };
    rendered.set(key, found);
  }
  const { path, token } = choice;
  const fill = (markup: string) =>
    markup
      .replaceAll(slot, renderToStaticMarkup(path))
      .replaceAll(encodeURIComponent(tokenSlot), encodeURIComponent(token ?? ""));
  return { menu: fill(found.menu), note: fill(found.note) };
}
