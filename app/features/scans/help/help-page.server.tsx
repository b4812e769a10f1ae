import type { ReactNode } from "react";
import { href } from "react-router";
import { quickReplies } from "#app/features/conversations/quick-replies.ts";
import { formatMessage } from "#app/features/conversations/translate-quick-replies.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { renderFinderPage } from "../finder-page/finder-document.server.tsx";
import { contactLink, isolated, mapLinks } from "../scan-texts.ts";
import { getHelpView } from "./help.server.ts";

type Help = Awaited<ReturnType<typeof getHelpView>>;

/**
 * Renders an emergency contact's page: the request for help, one button, and how to reach the finder. Works without an
 * account or JavaScript. With `before` it shows the messages before that one.
 */
export async function renderHelpPage(
  ctx: AppContext,
  info: RequestInfo,
  key: string,
  more: { status?: number; error?: string; typed?: string | null; before?: string | null } = {},
): Promise<Response> {
  const { t, language, nonce } = info;
  const help = await getHelpView(ctx, key, more.before).catch((error) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  const page = (title: string, children: ReactNode, status = 200) =>
    renderFinderPage({ language, nonce, title, children: <div className="sheet">{children}</div> }, { status });
  if (help instanceof AppError) {
    const isGone = help.status === 410;
    const missing = t(isGone ? "finderPage.help.goneTitle" : "finderPage.status.notFoundTitle");
    return page(
      missing,
      <>
        <h1>{missing}</h1>
        <p>{t(isGone ? "finderPage.help.gone" : "finderPage.help.notFound")}</p>
      </>,
      help.status,
    );
  }
  const { state } = help;
  const finder = help.finder && {
    ...help.finder,
    messages: help.finder.messages.map((message) => ({ ...message, body: formatMessage(message, language) })),
    answered: help.finder.answered.map((message) => ({ ...message, body: formatMessage(message, language) })),
  };
  const values = {
    name: isolated(help.petName),
    owner: isolated(help.ownerName),
    contact: isolated(help.contactName),
  };
  const title = t(state === "asked" ? "finderPage.help.title" : `finderPage.help.${state}Title`, values);
  return page(
    title,
    <>
      <h1>{title}</h1>
      <p className={state === "mine" ? "confirmation" : undefined} role={state === "mine" ? "status" : undefined}>
        {t(`finderPage.help.${state}`, values)}
      </p>
      {more.error ? (
        <p className="err" role="alert">
          {more.error}
        </p>
      ) : null}
      {state === "asked" ? (
        <form method="post" action={href("/help/:key", { key })}>
          <button className="btn sun" type="submit">
            {t("finderPage.help.take")}
          </button>
          <p className="hint">{t("finderPage.help.takeHint", values)}</p>
        </form>
      ) : null}
      {state === "mine" && finder ? (
        <form className="card" method="post" action={href("/help/:key", { key })}>
          <input type="hidden" name="intent" value="write" />
          {/* Enter sends what was typed, not the first ready answer. */}
          <input type="submit" hidden />
          {finder.answered.map(({ id, body }) => (
            <p key={id} className="msg me">
              {body}
            </p>
          ))}
          <div className="quick">
            {quickReplies.owner.map((key) => (
              <button key={key} className="chip" type="submit" name="say" value={t(key)} formNoValidate>
                {t(key)}
              </button>
            ))}
          </div>
          <div>
            <label htmlFor="body">{t("finderPage.help.write")}</label>
            <textarea
              id="body"
              name="body"
              maxLength={2000}
              required
              defaultValue={more.typed ?? undefined}
              dir="auto"
            />
          </div>
          <button className="btn sun" type="submit">
            {t("conversations.send")}
          </button>
          <p className="hint">{t("conversations.masked")}</p>
        </form>
      ) : null}
      {finder ? <Finder t={t} finder={finder} nothing={t("finderPage.help.nothing", values)} /> : null}
      {finder ? <OtherMessages t={t} keyOfStep={key} earlier={finder.earlier} before={more.before} /> : null}
    </>,
    more.status,
  );
}

function OtherMessages({
  t,
  keyOfStep,
  earlier,
  before,
}: {
  t: Translate;
  keyOfStep: string;
  earlier: string | null;
  before: string | null | undefined;
}) {
  const address = href("/help/:key", { key: keyOfStep });
  return (
    <>
      {earlier ? (
        <p>
          <a href={`${address}?before=${earlier}`}>{t("conversations.earlier")}</a>
        </p>
      ) : null}
      {before ? (
        <p>
          <a href={address}>{t("conversations.latest")}</a>
        </p>
      ) : null}
    </>
  );
}

function Finder({ t, finder, nothing }: { t: Translate; finder: NonNullable<Help["finder"]>; nothing: string }) {
  const { name, contact, place, point, messages } = finder;
  const link = contact ? contactLink(contact) : null;
  const map = point && mapLinks(point).site;
  return (
    <section className="card">
      <h2>{t("finderPage.help.finder")}</h2>
      {name ? (
        <p>
          <bdi>{name}</bdi>
        </p>
      ) : null}
      <dl>
        {contact ? (
          <div>
            <dt>{t("finderPage.help.reach")}</dt>
            <dd>
              {link ? (
                <a href={link}>
                  <bdi dir="ltr">{contact}</bdi>
                </a>
              ) : (
                <bdi>{contact}</bdi>
              )}
            </dd>
          </div>
        ) : null}
        {place || map ? (
          <div>
            <dt>{t("finderPage.help.where")}</dt>
            {place ? <dd dir="auto">{place}</dd> : null}
            {map ? (
              <dd>
                <a href={map} rel="noreferrer noopener">
                  {t("finderPage.help.map")}
                </a>
              </dd>
            ) : null}
          </div>
        ) : null}
        {messages.length > 0 ? (
          <div>
            <dt>{t("finderPage.help.said")}</dt>
            {messages.map(({ id, body }) => (
              <dd key={id} dir="auto">
                {body}
              </dd>
            ))}
          </div>
        ) : null}
      </dl>
      {contact || place || map ? null : <p className="small">{nothing}</p>}
    </section>
  );
}
