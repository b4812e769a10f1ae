import type { Translate } from "#app/platform/i18n/words.ts";
import { type AlertKind, type AlertParams, sharedKinds } from "./notifications.rules.ts";

/** An alert in words: for the inbox, the toast, the letter and the push alike. An owner's own trial says what it is. */
export function alertWords(
  say: Translate,
  kind: AlertKind,
  { isTest, isTap, times, isReplaced, isLive, isOver, ...params }: AlertParams,
) {
  const nameless = say("alerts.yourPet");
  const values = {
    ...params,
    ...(params.plan && { title: say(`plans.names.${params.plan}`) }),
    petName: params.petName || (params.nameless ? say(`alerts.nameless.${params.nameless as "found.cat"}`) : nameless),
    finderName: params.finderName || say("alerts.somebody"),
  };
  const headline = say(isOver ? "alerts.searchOver.title" : `alerts.kinds.${kind}.title`, values);
  // Names stay as they are written; our own words for a pet without one begin with a capital.
  const title = headline.startsWith(nameless) ? headline.charAt(0).toUpperCase() + headline.slice(1) : headline;
  const days = params.days ?? 0;
  const shared = params.ownerName === undefined ? undefined : sharedKinds.find((one) => one === kind);
  const about = shared
    ? (`alerts.toCarers.${shared}` as const)
    : (newsKey(params) ?? (`alerts.kinds.${kind}.text` as const));
  const kindOfScan = isOver
    ? "searchOver.text"
    : times
      ? "timesText"
      : isTest
        ? "testText"
        : isReplaced
          ? "replacedText"
          : isTap
            ? "tapText"
            : isLive && !shared
              ? "liveText"
              : null;
  const key = kindOfScan ? (`alerts.${kindOfScan}` as const) : days < 0 ? "alerts.stillOpen" : about;
  const said = say(key, { ...values, count: times ?? params.pieces ?? days });
  const text = params.time ? say("alerts.withTime", { text: said, time: params.time }) : said;
  const placed = params.place ? say("alerts.withPlace", { text, place: params.place }) : text;
  return {
    title: isTest ? say("alerts.testTitle", { title }) : title,
    text: placed,
    quote: params.text || undefined,
    /** What somebody said, or what happened, in a line or two. */
    brief: (kind === "order" ? undefined : params.text) || placed,
    action: say(shared || isOver ? "alerts.toCarers.action" : `alerts.kinds.${kind}.action`),
  };
}

function newsKey({ carerNews, orderNews, planNews, tagNews, transferNews }: AlertParams) {
  if (carerNews) return `alerts.carerNews.${carerNews}` as const;
  if (transferNews) return `alerts.transferNews.${transferNews}` as const;
  if (orderNews) return `alerts.orderNews.${orderNews}` as const;
  if (planNews) return `alerts.planNews.${planNews}` as const;
  return tagNews && (`alerts.tagNews.${tagNews}` as const);
}
