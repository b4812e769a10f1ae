import { eq } from "drizzle-orm";
import {
  type Conversation,
  getConversationByKey,
  listMessages,
} from "#app/features/conversations/conversations.server.ts";
import { alertsOfTopic } from "#app/features/notifications/notifications.server.ts";
import { findTagCode } from "#app/features/tags/tags.server.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { findChannelEnd } from "../channel/channel.server.ts";
import { stepsOfEscalation } from "../escalation/escalation.server.ts";
import { answerPage } from "../finder-page/finder-document.server.tsx";
import { HandoverForm, type Tried } from "../handover/finder-handover.server.tsx";
import { reunitedSince } from "../handover/handover.server.ts";
import { SharingCard, scriptOfSharing } from "../live-location/finder-sharing.server.tsx";
import { findSharing } from "../live-location/live-share.server.ts";
import { scanRecords } from "../scans.tables.server.ts";

interface Step {
  state: "done" | "now" | "next";
  text: string;
  note?: string | undefined;
  time?: Date | null | undefined;
}

async function stepsOf(ctx: AppContext, { t }: RequestInfo, talk: Conversation): Promise<Step[]> {
  const [scan] = await ctx.db.select().from(scanRecords).where(eq(scanRecords.conversationId, talk.id));
  const alerts = scan ? await alertsOfTopic(ctx, scan.id) : [];
  const { about: name } = talk;
  const carried = alerts.flatMap((alert) => alert.deliveries).filter((one) => one.state === "delivered");
  const ways = [...new Set(carried.map((one) => one.channel))].map((channel) => t(`finderPage.status.by.${channel}`));
  const [first = t("finderPage.status.by.inbox"), second] = ways;
  const told: Step = {
    state: "done",
    text: name ? t("finderPage.status.steps.told", { name }) : t("finderPage.finder.toldTag"),
    note: second ? t("finderPage.status.and", { first, second }) : first,
    time: carried[0]?.updatedAt ?? talk.createdAt,
  };
  const seen: Step = talk.ownerSeenAt
    ? { state: talk.onTheWayAt ? "done" : "now", text: t("finderPage.status.steps.seen"), time: talk.ownerSeenAt }
    : { state: "next", text: t("finderPage.status.steps.notSeen") };
  const steps = await stepsOfEscalation(ctx, talk.id);
  const isHelper = steps.some(({ tookAt }) => tookAt);
  const isPlaceKnown = Boolean(scan?.place || typeof scan?.latitude === "number");
  // Only what was promised: an emergency contact has read it, and may not be able to come.
  const coming: Step = isHelper
    ? {
        state: "now",
        text: t("finderPage.status.helper", { name }),
        note: t(isPlaceKnown ? "finderPage.status.helperNote" : "finderPage.status.helperAsks"),
        time: talk.onTheWayAt,
      }
    : talk.onTheWayAt
      ? {
          state: "now",
          text: t("finderPage.status.steps.onTheWay"),
          note: t("finderPage.status.someone"),
          time: talk.onTheWayAt,
        }
      : { state: "next", text: t("finderPage.status.steps.onTheWay") };
  const asked: Step[] = steps.map(({ toldAt }, index) => ({
    state: "done",
    text: t(index === 0 ? "finderPage.status.steps.asked" : "finderPage.status.steps.askedNext", { name }),
    time: toldAt,
  }));
  const home = await reunitedSince(ctx, talk.id);
  const received: Step = {
    state: "done",
    text: t("finderPage.status.steps.received"),
    time: scan?.at ?? talk.createdAt,
  };
  if (!home) return [received, told, seen, ...asked, coming];
  // What did not happen on the way home is no longer awaited.
  const happened = [received, told, seen, ...asked, coming]
    .filter((step) => step.time)
    .map((step) => ({ ...step, state: "done" as const }));
  return [...happened, { state: "done", text: t("finderPage.status.reunited", { name }), time: home }];
}

const signs = { done: "✓", now: "●", next: "" };

/** The part of the finder's status page that asks again by itself; what is being typed stands outside of it. */
export async function showLive(ctx: AppContext, info: RequestInfo, key: string): Promise<Response> {
  const talk = await findTalk(ctx, key);
  if (!talk) return new Response("", { status: 404 });
  const [steps, messages] = await Promise.all([stepsOf(ctx, info, talk), listMessages(ctx, talk.id)]);
  const { t, language } = info;
  const other = talk.about ? t("conversations.family", { petName: talk.about }) : t("conversations.owner");
  const time = (when: Date | null | undefined) => when && formatDate(when, language, defaultTimeZone, "time");
  return answerPage({
    language,
    nonce: info.nonce,
    title: t("finderPage.status.live"),
    refresh: 5,
    isPart: true,
    children: (
      <div className="sheet" aria-live="polite">
        <ol className="steps">
          {steps.map((step) => (
            <li key={`${step.text} ${step.time?.getTime()}`} className={step.state}>
              <span className="dot" aria-hidden="true">
                {signs[step.state]}
              </span>
              <div>
                {step.text}
                {step.note ? <p className="small">{step.note}</p> : null}
              </div>
              <span className="small">{time(step.time)}</span>
            </li>
          ))}
        </ol>
        <div className="talk">
          {messages.map((message) => (
            <p key={message.id} className={message.author === "finder" ? "msg me" : "msg"}>
              <b>{message.author === "finder" ? t("conversations.you") : other}</b>
              {message.body}
            </p>
          ))}
        </div>
      </div>
    ),
  });
}

async function findTalk(ctx: AppContext, key: string): Promise<Conversation | null> {
  return getConversationByKey(ctx, key).catch((error) => {
    if (error instanceof AppError) return null;
    throw error;
  });
}

/** The finder's own page: what has happened, and a line to the family. Its address is the finder's only key. */
export async function showStatus(
  ctx: AppContext,
  info: RequestInfo,
  key: string,
  more: Written = {},
): Promise<Response> {
  const { t } = info;
  const talk = await findTalk(ctx, key);
  const page = { language: info.language, nonce: info.nonce };
  if (!talk)
    return answerPage(
      {
        ...page,
        title: t("finderPage.status.notFoundTitle"),
        children: (
          <div className="sheet">
            <h1>{t("finderPage.status.notFoundTitle")}</h1>
            <p>{t("finderPage.status.notFoundText")}</p>
            <p>
              <a className="btn brand" href="/t">
                {t("finderPage.finder.typeCode")}
              </a>
            </p>
          </div>
        ),
      },
      { status: 404 },
    );
  const [end, code, home, sharing] = await Promise.all([
    findChannelEnd(ctx, talk),
    tagOf(ctx, talk.id).then((tagId) => findTagCode(ctx, tagId)),
    reunitedSince(ctx, talk.id),
    findSharing(ctx, talk),
  ]);
  const { about: name } = talk;
  return answerPage(
    {
      ...page,
      title: home ? t("finderPage.status.home", { name }) : t("finderPage.status.title"),
      script: sharing && !end ? scriptOfSharing(info) : undefined,
      children: (
        <div className="sheet">
          <h1>{home ? t("finderPage.status.home", { name }) : t("finderPage.status.title")}</h1>
          <p className="small">{t(home ? "finderPage.status.homeText" : "finderPage.status.refreshes")}</p>
          {sharing && !end ? <SharingCard info={info} address={`/f/${key}/share`} sharing={sharing} /> : null}
          <iframe src={`/f/${key}/live`} title={t("finderPage.status.live")} />
          {end ? (
            <section className="card" id="write">
              <p role="status">{t(`finderPage.channel.${end}`)}</p>
            </section>
          ) : (
            <WriteForm info={info} address={`/f/${key}`} more={more} />
          )}
          {home || !name ? null : <HandoverForm info={info} address={`/f/${key}`} name={name} tried={more.handover} />}
          {code ? (
            <p className="small">
              <a href={`/tag/${encodeURIComponent(code)}`}>
                {name ? t("finderPage.status.back", { name }) : t("finderPage.status.backToTag")}
              </a>
            </p>
          ) : null}
        </div>
      ),
    },
    { status: more.status ?? (more.error ? 400 : 200) },
  );
}

interface Written {
  error?: string;
  status?: number;
  typed?: string;
  isSent?: boolean;
  handover?: Tried;
}

/** A line to the family. */
function WriteForm({ info: { t }, address, more }: { info: RequestInfo; address: string; more: Written }) {
  return (
    <form className="card" method="post" action={address} id="write">
      {more.isSent ? (
        <p className="told" role="status">
          {t("finderPage.status.messageSent")}
        </p>
      ) : null}
      <div>
        <label htmlFor="body">{t("conversations.writeLabel")}</label>
        <textarea
          id="body"
          name="body"
          maxLength={2000}
          required
          defaultValue={more.typed}
          placeholder={t("conversations.write")}
          aria-describedby={more.error ? "body-e" : undefined}
        />
        {more.error ? (
          <p className="err" id="body-e" role="alert">
            {more.error}
          </p>
        ) : null}
      </div>
      <button className="btn brand" type="submit">
        {t("conversations.send")}
      </button>
      <p className="hint">{t("conversations.masked")}</p>
    </form>
  );
}

async function tagOf(ctx: AppContext, conversationId: string): Promise<string | null> {
  const [scan] = await ctx.db
    .select({ tagId: scanRecords.tagId })
    .from(scanRecords)
    .where(eq(scanRecords.conversationId, conversationId));
  return scan?.tagId ?? null;
}
