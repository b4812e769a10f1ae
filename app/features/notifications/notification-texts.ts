import { withoutLinks } from "#app/platform/i18n/text/plain-text.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import {
  type CaregiverNews,
  type NotificationKind,
  type NotificationParams,
  sharedKinds,
} from "./notifications.rules.ts";

/** News to people who care for a pet of someone else, or are asked to. */
const newsToCaregivers: readonly (CaregiverNews | undefined)[] = ["invited", "changed", "ended", "newOwner"];

/** Returns whether the pet belongs to someone else than the reader. */
const isOfOthers = ({ ownerName, transferNews, caregiverNews }: NotificationParams) =>
  ownerName !== undefined || transferNews === "offered" || newsToCaregivers.includes(caregiverNews);

/**
 * Returns a notification's texts for inbox, toast, e-mail and push. A scan by the owner is described as a test. Names
 * are without links, since strangers choose them.
 */
export function notificationWords(
  t: Translate,
  kind: NotificationKind,
  { isTest, isTap, isChip, times, isReplaced, isLive, isOver, ...params }: NotificationParams,
) {
  const nameless = t(isOfOthers(params) ? "notifications.aPet" : "notifications.yourPet");
  const values = {
    ...params,
    ...(params.plan && { title: t(`plans.names.${params.plan}`) }),
    ...(params.ownerName && { ownerName: withoutLinks(params.ownerName) }),
    petName:
      withoutLinks(params.petName ?? "") ||
      (params.nameless ? t(`notifications.nameless.${params.nameless as "found.cat"}`) : nameless),
    finderName: withoutLinks(params.finderName ?? "") || t("notifications.somebody"),
  };
  const news = newsOf(params);
  const headline = t(
    isOver
      ? "notifications.searchOver.title"
      : news
        ? `notifications.newsTitles.${news}`
        : kind === "scan" && isChip
          ? "notifications.chipRead"
          : kind === "scan" && !params.petName && params.tagCode
            ? "notifications.tagScanned"
            : kind === "stock" && params.pieces === 0
              ? "notifications.soldOut"
              : `notifications.kinds.${kind}.title`,
    values,
  );
  const named =
    params.orderNews && params.productName ? t("notifications.aboutProduct", { ...values, title: headline }) : headline;
  // Names are kept as written; the placeholder for a pet without a name is capitalized.
  const title = named.startsWith(nameless) ? named.charAt(0).toUpperCase() + named.slice(1) : named;
  const days = params.days ?? 0;
  const shared = params.ownerName === undefined ? undefined : sharedKinds.find((one) => one === kind);
  const about = shared
    ? (`notifications.toCaregivers.${shared}` as const)
    : news
      ? (`notifications.${news}` as const)
      : (`notifications.kinds.${kind}.text` as const);
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
            : isChip && kind === "scan"
              ? "chipText"
              : isLive && !shared
                ? "liveText"
                : null;
  const key = kindOfScan ? (`notifications.${kindOfScan}` as const) : days < 0 ? "notifications.stillOpen" : about;
  const sentence = t(key, { ...values, count: times ?? params.pieces ?? days });
  const text = params.time ? t("notifications.withTime", { text: sentence, time: params.time }) : sentence;
  const placed = params.place ? t("notifications.withPlace", { text, place: params.place }) : text;
  return {
    title: isTest ? t("notifications.testTitle", { title }) : title,
    /** What happened, without time and place, and with them. */
    sentence,
    text: placed,
    quote: params.text || undefined,
    /** What someone wrote, or what happened, in a line or two. */
    brief: (kind === "order" ? undefined : params.text) || placed,
    action: t(
      shared || isOver
        ? "notifications.toCaregivers.action"
        : params.orderNews === "toConfirm"
          ? "notifications.confirmOrder"
          : `notifications.kinds.${kind}.action`,
    ),
  };
}

/** Returns the key of what happened, which has a title and a text of its own; undefined if the kind says it all. */
function newsOf(params: NotificationParams) {
  const { accountNews, caregiverNews, orderNews, planNews, reportNews, tagNews, transferNews } = params;
  if (accountNews) return `accountNews.${accountNews}` as const;
  if (caregiverNews) return `caregiverNews.${caregiverNews}` as const;
  if (transferNews) return `transferNews.${transferNews}` as const;
  if (orderNews) return `orderNews.${orderNews}` as const;
  if (planNews) return `planNews.${planNews}` as const;
  if (reportNews) return `reportNews.${reportNews}` as const;
  return tagNews && (`tagNews.${tagNews}` as const);
}
