import { useRouteLoaderData } from "react-router";
import { type DateStyle, formatAgo, formatDate, formatDay, formatList } from "#app/platform/i18n/format.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import { formatSpan, type SpanStyle } from "#app/platform/i18n/format-span.ts";
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

/** Formats in the viewer's language and time zone; as the functions of these names in `platform/i18n`. */
const createFormats = ({ language, timeZone, now }: Viewer) => ({
  date: (when: Date | string, style?: DateStyle) => formatDate(when, language, timeZone, style),
  day: (day: string, style?: DateStyle) => formatDay(day, language, style),
  ago: (when: Date | string) => formatAgo(when, new Date(now), language, timeZone),
  span: (seconds: number, style?: SpanStyle) => formatSpan(seconds, language, style),
  number: (value: number) => formatNumber(value, language),
  list: (items: readonly string[]) => formatList(items, language),
});

type Formats = ReturnType<typeof createFormats>;

/** Formats by viewer: the components of a page share one set. */
const formatsOf = new WeakMap<Viewer, Formats>();

function getFormats(viewer: Viewer): Formats {
  const formats = formatsOf.get(viewer) ?? createFormats(viewer);
  formatsOf.set(viewer, formats);
  return formats;
}

/**
 * Returns the user viewing the page, with the translator and formats for them; a visitor when the root loader's data is
 * missing (error screens).
 */
export function useViewer(): Viewer & { t: Translate; format: Formats } {
  const root = useRouteLoaderData("root") as { viewer?: Viewer } | undefined;
  const { t, language } = useWords();
  const viewer: Viewer = root?.viewer ?? {
    user: null,
    language,
    direction: directionOf(language),
    timeZone: defaultTimeZone,
    now: new Date(0).toISOString(),
    theme: "system",
  };
  return { ...viewer, t, format: getFormats(viewer) };
}
