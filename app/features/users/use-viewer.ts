import { useRouteLoaderData } from "react-router";
import { directionOf, type Language } from "#app/platform/i18n/language.ts";
import { useWords } from "#app/platform/i18n/use-t.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import type { Theme } from "./theme.ts";
import { type Actor, defaultTimeZone } from "./users.rules.ts";

export interface Viewer {
  user: Pick<Actor, "id" | "firstName" | "lastName" | "email" | "phone" | "role"> | null;
  language: Language;
  direction: "ltr" | "rtl";
  timeZone: string;
  /** Server time when the page was rendered (ISO 8601), so that server and browser agree on "3 minutes ago". */
  now: string;
  theme: Theme;
}

/**
 * Returns the user viewing the page, with the translator of their language; a visitor when the root loader's data is
 * missing (error screens).
 */
export function useViewer(): Viewer & { t: Translate } {
  const root = useRouteLoaderData("root") as { viewer?: Viewer } | undefined;
  const { t, language } = useWords();
  if (root?.viewer) return { t, ...root.viewer };
  return {
    t,
    user: null,
    language,
    direction: directionOf(language),
    timeZone: defaultTimeZone,
    now: new Date(0).toISOString(),
    theme: "system",
  };
}
