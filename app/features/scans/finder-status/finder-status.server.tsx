import { href } from "react-router";
import { findNearbyClinics } from "#app/features/clinics/nearby-clinics.server.ts";
import { findOpenRequest } from "#app/features/conversations/attachments/photo-requests.server.ts";
import { ChatLog } from "#app/features/conversations/chat-log.tsx";
import {
  type Conversation,
  getConversationByKey,
  isConversationKey,
  listMessagePage,
  setFinderLanguage,
} from "#app/features/conversations/conversations.server.ts";
import { hasOwnerStopped } from "#app/features/conversations/notify-finder.server.ts";
import { type QuickReplies, quickReplies } from "#app/features/conversations/quick-replies.ts";
import { translateQuickReplies } from "#app/features/conversations/translate-quick-replies.server.ts";
import { listNotificationsOfTopic } from "#app/features/notifications/notifications.server.ts";
import { getPublicPet } from "#app/features/pets/profile/public-pet.server.ts";
import { findTagCode } from "#app/features/tags/tags.server.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import type { PhotoRefusal } from "#app/locales/finder-words.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { photoTypes } from "#app/platform/files/photos.ts";
import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import type { FinderLanguage } from "#app/platform/i18n/finder-languages.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { findGovernorate } from "#app/platform/map/find-governorate.server.ts";
import type { Governorate } from "#app/platform/map/governorates.ts";
import { findAccessEnd } from "../conversations/finder-access.server.ts";
import { findReunion } from "../conversations/reunion.server.ts";
import { listEscalationSteps } from "../escalation/escalation.server.ts";
import { findScanOf } from "../find-scan.server.ts";
import { Clinics } from "../finder-page/finder-clinics.server.tsx";
import { renderFinderPage } from "../finder-page/finder-document.server.tsx";
import type { LanguageChoice } from "../finder-page/finder-languages.server.tsx";
import { Advice, Named, PetPicture, WhatsappLink } from "../finder-page/finder-parts.server.tsx";
import { HandoverForm, type RejectedCode } from "../handover/finder-handover.server.tsx";
import { findSharing } from "../live-location/live-share.server.ts";
import { isInquiry } from "../scans.rules.ts";
import { getWhatsappLink } from "../whatsapp-link.server.ts";
import { getSharingScript, SharingCard } from "./finder-sharing.server.tsx";
import heightSource from "./live-height-script.ts?minified";

interface Step {
  state: "done" | "now" | "next";
  text: string;
  note?: string | undefined;
  time?: Date | null | undefined;
}

async function stepsOf(ctx: AppContext, { t }: RequestInfo, conversation: Conversation): Promise<Step[]> {
  const scan = await findScanOf(ctx, conversation);
  const notifications = scan ? await listNotificationsOfTopic(ctx, scan.id) : [];
  const { about: name } = conversation;
  const delivered = notifications
    .flatMap((notification) => notification.deliveries)
    .filter((one) => one.state === "delivered");
  const channelNames = [...new Set(delivered.map((one) => one.channel))].map((channel) =>
    t(`finderPage.status.by.${channel}`),
  );
  const [first = t("finderPage.status.by.inbox"), second] = channelNames;
  // Done only once a channel has delivered it; until then it is unread in the family's inbox.
  const notified: Step = {
    state: delivered.length > 0 || conversation.ownerSeenAt ? "done" : "now",
    text: name ? t("finderPage.status.steps.alerted", { name }) : t("finderPage.finder.ownerAlerted"),
    note: second ? t("finderPage.status.and", { first, second }) : first,
    time: delivered[0]?.updatedAt ?? conversation.createdAt,
  };
  const seen: Step = conversation.ownerSeenAt
    ? {
        state: conversation.onTheWayAt ? "done" : "now",
        text: t("finderPage.status.steps.seen"),
        time: conversation.ownerSeenAt,
      }
    : { state: "next", text: t("finderPage.status.steps.notSeen") };
  if (scan && isInquiry(scan))
    return [
      { state: "done", text: t("finderPage.status.messageSent"), time: conversation.createdAt },
      notified,
      { ...seen, state: conversation.ownerSeenAt ? "done" : "next" },
    ];
  const steps = await listEscalationSteps(ctx, conversation.id);
  const isHelper = steps.some(({ acceptedAt }) => acceptedAt);
  const isPlaceKnown = Boolean(scan?.place || typeof scan?.latitude === "number");
  // Promises no more than is known: an emergency contact has read it, but may not be able to come.
  const coming: Step = isHelper
    ? {
        state: "now",
        text: t("finderPage.status.helper", { name }),
        note: t(isPlaceKnown ? "finderPage.status.helperNote" : "finderPage.status.helperAsks"),
        time: conversation.onTheWayAt,
      }
    : conversation.onTheWayAt
      ? {
          state: "now",
          text: t("finderPage.status.steps.onTheWay"),
          note: t("finderPage.status.someone"),
          time: conversation.onTheWayAt,
        }
      : { state: "next", text: t("finderPage.status.steps.onTheWay") };
  const contactSteps: Step[] = steps.map(({ notifiedAt }, index) => ({
    state: "done",
    text: t(index === 0 ? "finderPage.status.steps.asked" : "finderPage.status.steps.askedNext", { name }),
    time: notifiedAt,
  }));
  const reunitedAt = await findReunion(ctx, conversation.id);
  const received: Step = {
    state: "done",
    text: t("finderPage.status.steps.received"),
    time: scan?.at ?? conversation.createdAt,
  };
  if (!reunitedAt) return [received, notified, seen, ...contactSteps, coming];
  // Once the pet is home, steps that did not happen are omitted.
  const happened = [received, notified, seen, ...contactSteps, coming]
    .filter((step) => step.time)
    .map((step) => ({ ...step, state: "done" as const }));
  return [...happened, { state: "done", text: t("finderPage.status.reunited", { name }), time: reunitedAt }];
}

const stepMarks = { done: "✓", now: "●", next: "" };

const finderStyles = {
  day: "day",
  mine: "msg me",
  theirs: "msg",
  name: "who",
  time: "at",
  proof: "proof",
  link: "day",
  photo: "pic",
  voice: "voice",
};

/**
 * Renders the part of the finder's status page that reloads itself. Form fields are outside it, so that typed text is
 * kept. With `before` it shows the messages before that one, and does not reload.
 */
export async function renderLivePart(
  ctx: AppContext,
  info: RequestInfo,
  key: string,
  before: string | null = null,
): Promise<Response> {
  const conversation = await findConversation(ctx, key);
  if (!conversation) return new Response("", { status: 404 });
  const [steps, { messages, earlier }, hasStopped] = await Promise.all([
    stepsOf(ctx, info, conversation),
    listMessagePage(ctx, conversation.id, before),
    hasOwnerStopped(ctx, conversation),
  ]);
  const { t, finderLanguage: language } = info;
  const other = conversation.about
    ? t("conversations.family", { petName: conversation.about })
    : t("conversations.owner");
  const address = href("/f/:key/live", { key });
  const time = (when: Date | null | undefined) => when && formatDate(when, language, defaultTimeZone, "time");
  const isAnswerAwaited =
    conversation.state === "open" &&
    !before &&
    !earlier &&
    steps.at(-1)?.state !== "done" &&
    messages.every(({ author }) => author === "finder");
  return renderFinderPage({
    language,
    nonce: info.nonce,
    title: t("finderPage.status.live"),
    refresh: before ? undefined : 5,
    isPart: true,
    script: { source: heightSource },
    children: (
      <div className="sheet" aria-live="polite">
        <ol className="steps">
          {(before ? [] : steps).map((step) => (
            <li key={`${step.text} ${step.time?.getTime()}`} className={step.state}>
              <span className="dot" aria-hidden="true">
                {stepMarks[step.state]}
              </span>
              <div>
                {step.text}
                {step.note ? <p className="small">{step.note}</p> : null}
              </div>
              <span className="small">{time(step.time)}</span>
            </li>
          ))}
        </ol>
        <div className="messages">
          <ChatLog
            {...{ t, language, timeZone: defaultTimeZone, styles: finderStyles }}
            messages={translateQuickReplies(messages, language)}
            side="finder"
            otherName={other}
            files={`${href("/f/:key", { key })}/attachments`}
            earlier={earlier && `${address}?before=${earlier}`}
            latest={before ? address : null}
          />
          {hasStopped && !before ? <p className="msg awaited">{t("conversations.ownerStopped")}</p> : null}
          {isAnswerAwaited ? <p className="msg awaited">{t("finderPage.status.awaited")}</p> : null}
        </div>
      </div>
    ),
  });
}

async function findConversation(ctx: AppContext, key: string): Promise<Conversation | null> {
  return getConversationByKey(ctx, key).catch((error) => {
    if (error instanceof AppError) return null;
    throw error;
  });
}

/**
 * Renders the finder's status page: what has happened, and a form for a message to the family. Its URL is the finder's
 * only key.
 */
export async function renderStatusPage(
  ctx: AppContext,
  info: RequestInfo,
  key: string,
  more: Written = {},
): Promise<Response> {
  const { t } = info;
  const conversation = await findConversation(ctx, key);
  const page = {
    language: info.finderLanguage,
    nonce: info.nonce,
    languages: { path: href("/f/:key", { key }) } satisfies LanguageChoice as LanguageChoice,
  };
  if (!conversation) {
    const isDeleted = isConversationKey(ctx, key);
    const title = t(isDeleted ? "finderPage.status.deletedTitle" : "finderPage.status.notFoundTitle");
    return renderFinderPage(
      {
        ...page,
        title,
        children: (
          <div className="sheet">
            <h1>{title}</h1>
            <p>{t(isDeleted ? "finderPage.status.deletedText" : "finderPage.status.notFoundText")}</p>
            <p>
              <a className="btn sun" href={href("/t")}>
                {t("finderPage.finder.typeCode")}
              </a>
            </p>
            {isDeleted && (
              <p>
                <a className="btn ghost" href={href("/community-reports/new")}>
                  {t("finderPage.status.deletedReport")}
                </a>
              </p>
            )}
          </div>
        ),
      },
      { status: isDeleted ? 410 : 404 },
    );
  }
  const scan = await findScanOf(ctx, conversation);
  const [end, code, pet, reunitedAt, sharing, photoWords, nearby] = await Promise.all([
    findAccessEnd(ctx, conversation),
    findTagCode(ctx, scan?.tagId ?? null),
    scan?.petId ? getPublicPet(ctx, scan.petId) : null,
    findReunion(ctx, conversation.id),
    findSharing(ctx, conversation),
    findOpenRequest(ctx, conversation.id),
    findNearbyClinics(ctx, more.near ?? (scan ? findGovernorate(scan) : null)),
  ]);
  if (more.chosen && more.chosen !== conversation.finderLanguage)
    await setFinderLanguage(ctx, conversation.id, more.chosen);
  const { about: name } = conversation;
  const hasPet = !(scan && isInquiry(scan));
  const thanks = hasPet ? t("finderPage.status.title") : t("conversations.family", { petName: name });
  const whatsapp = getWhatsappLink(ctx, t, { name, reference: key });
  return renderFinderPage(
    {
      ...page,
      languages: end ? page.languages : { ...page.languages, form: writeFormId },
      title: reunitedAt ? t("finderPage.status.home", { name }) : thanks,
      script: sharing && !end ? getSharingScript(info) : undefined,
      children: (
        <>
          {pet ? <PetPicture pet={pet} t={t} isLow /> : null}
          <div className="sheet">
            <h1>{reunitedAt ? <Named t={t} text="finderPage.status.home" name={name} /> : thanks}</h1>
            <p className="small">{t(reunitedAt ? "finderPage.status.homeText" : "finderPage.status.refreshes")}</p>
            {sharing && !end ? (
              <SharingCard info={info} address={href("/f/:key/share", { key })} sharing={sharing} />
            ) : null}
            <iframe src={href("/f/:key/live", { key })} title={t("finderPage.status.live")} />
            {end ? (
              <section className="card" id="write">
                <p role="status">{t(`finderPage.accessEnd.${end}`)}</p>
              </section>
            ) : (
              <WriteForm
                info={info}
                address={href("/f/:key", { key })}
                more={more}
                photoWords={photoWords}
                quickRepliesOf={hasPet ? "finder" : "neither"}
                isContactKnown={Boolean(conversation.finderContact)}
              />
            )}
            {whatsapp && !end && !conversation.finderWhatsapp ? (
              <WhatsappLink t={t} to={whatsapp} label={t("finderPage.whatsapp.goOn")} />
            ) : null}
            {pet && hasPet && !reunitedAt ? (
              <Advice t={t} language={page.language} type={pet.type} now={ctx.clock.now()}>
                <Clinics
                  t={t}
                  language={page.language}
                  path={href("/f/:key", { key })}
                  form={end ? undefined : writeFormId}
                  nearby={nearby}
                />
              </Advice>
            ) : null}
            {reunitedAt || !name || !hasPet ? null : (
              <HandoverForm info={info} address={href("/f/:key", { key })} name={name} tried={more.handover} />
            )}
            {code ? (
              <p className="small">
                <a href={href("/tag/:tagCode", { tagCode: code })}>
                  {name ? <Named t={t} text="finderPage.status.back" name={name} /> : t("finderPage.status.backToTag")}
                </a>
              </p>
            ) : null}
          </div>
        </>
      ),
    },
    { status: more.status ?? (more.error ? 400 : 200) },
  );
}

const writeFormId = "write-form";

interface Written {
  /** The language that the finder has just chosen. */
  chosen?: FinderLanguage | null;
  error?: string;
  /** Why the photo of the first form was not taken. */
  photoRefusal?: PhotoRefusal | undefined;
  status?: number;
  typed?: string;
  typedContact?: string;
  isSent?: boolean;
  handover?: RejectedCode;
  /** The governorate that the finder has chosen; otherwise that of the location they shared. */
  near?: Governorate | null;
}

function WriteForm({
  info: { t },
  address,
  more,
  photoWords,
  quickRepliesOf,
  isContactKnown,
}: {
  info: RequestInfo;
  address: string;
  more: Written;
  /** Words of the family's request for a fresh photo. */
  photoWords: string | null;
  quickRepliesOf: QuickReplies;
  isContactKnown: boolean;
}) {
  return (
    <section className="card" id="write">
      {more.isSent ? (
        <p className="confirmation" role="status">
          {t("finderPage.status.messageSent")}
        </p>
      ) : null}
      <form className="quick" method="post" action={address} aria-label={t("conversations.quickLabel")}>
        {quickReplies[quickRepliesOf].map((key) => (
          <button key={key} className="chip" type="submit" name="body" value={t(key)}>
            {t(key)}
          </button>
        ))}
      </form>
      <form id={writeFormId} className="write" method="post" encType="multipart/form-data" action={address}>
        <label htmlFor="body">{t("conversations.writeLabel")}</label>
        <textarea
          id="body"
          name="body"
          maxLength={2000}
          defaultValue={more.typed}
          placeholder={t("conversations.write")}
          aria-describedby={more.error ? "body-e" : undefined}
        />
        {more.error ? (
          <p className="err" id="body-e" role="alert">
            {more.error}
          </p>
        ) : null}
        {more.photoRefusal ? (
          <p className="note bad" role="alert">
            {t("finderPage.finder.toldWithoutPhoto")} {t(more.photoRefusal)}
          </p>
        ) : null}
        <div>
          <label htmlFor="photo">{t("conversations.attachment.add")}</label>
          {photoWords ? <p className="proof">{t("conversations.photoRequest.ask", { words: photoWords })}</p> : null}
          <input id="photo" name="photo" type="file" accept={photoTypes} capture="environment" />
        </div>
        <div>
          <label htmlFor="voice">{t("conversations.attachment.addVoice")}</label>
          <input id="voice" name="voice" type="file" accept="audio/*" capture />
        </div>
        {isContactKnown ? null : (
          <div>
            <label htmlFor="contact">{t("finderPage.finder.yourContact")}</label>
            <input
              id="contact"
              name="contact"
              type="text"
              dir="auto"
              maxLength={120}
              defaultValue={more.typedContact}
              aria-describedby="contact-h"
            />
            <p className="hint" id="contact-h">
              {t("finderPage.status.contactHint")}
            </p>
          </div>
        )}
        <button className="btn sun" type="submit">
          {t("conversations.send")}
        </button>
        <p className="hint">{t("conversations.masked")}</p>
      </form>
    </section>
  );
}
