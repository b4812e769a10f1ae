import ShieldAlert from "lucide-react/icons/shield-alert";
import { useEffect } from "react";
import { Link, useRevalidator, useSearchParams } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { openLiveStream } from "#app/platform/ui/live-client.ts";
import type { authors } from "./conversations.rules.ts";
import { scamSignsIn } from "./scam-signs.rules.ts";

export interface Bubble {
  id: string;
  author: (typeof authors)[number];
  body: string;
  createdAt: Date;
}

/**
 * Renders the messages of a conversation as seen from `side`, with links to earlier ones and back to the latest.
 * Messages of the other side are checked for signs of fraud.
 */
export function MessageList({
  messages,
  earlier,
  side,
  otherName,
}: {
  messages: readonly Bubble[];
  /** `before` of the page with earlier messages; null if there are none. */
  earlier: string | null;
  side: Bubble["author"];
  /** Display name of the other side. */
  otherName: string;
}) {
  const t = useT();
  const { language, timeZone } = useViewer();
  const [search] = useSearchParams();
  return (
    <div role="log" aria-label={t("conversations.conversation")} className="grid gap-3">
      {earlier && (
        <Link to={{ search: `?before=${earlier}`, hash: "conversation" }} className="link justify-self-center text-sm">
          {t("conversations.earlier")}
        </Link>
      )}
      {messages.length === 0 && <p className="text-sm text-ink-3">{t("conversations.empty")}</p>}
      {messages.map(({ id, author, body, createdAt }) => {
        const isMine = author === side;
        return (
          <div
            key={id}
            className={cx(
              "w-fit max-w-[85%] rounded-2 px-4 py-2.5",
              isMine ? "ms-auto rounded-ee-sm bg-brand-soft" : "rounded-es-sm bg-sunken",
            )}
          >
            <p className="flex flex-wrap items-baseline gap-x-3 text-xs">
              <bdi className="font-semibold text-ink-2">{isMine ? t("conversations.you") : otherName}</bdi>
              <time dateTime={createdAt.toISOString()} className="text-ink-3 tabular-nums">
                {formatDate(createdAt, language, timeZone, "dateTime")}
              </time>
            </p>
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {body}
            </p>
            {!isMine && <ScamWarning body={body} />}
          </div>
        );
      })}
      {search.has("before") && (
        <Link to={{ search: "", hash: "conversation" }} className="link justify-self-center text-sm">
          {t("conversations.latest")}
        </Link>
      )}
    </div>
  );
}

function ScamWarning({ body }: { body: string }) {
  const t = useT();
  const signs = scamSignsIn(body);
  if (signs.length === 0) return null;
  return (
    <div role="note" className="mt-2 flex gap-2 rounded-1 bg-lost-soft px-3 py-2 text-xs text-ink">
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-lost" />
      <div>
        <p className="font-semibold text-lost">{t("conversations.scam.title")}</p>
        {signs.map((sign) => (
          <p key={sign}>{t(`conversations.scam.${sign}`)}</p>
        ))}
      </div>
    </div>
  );
}

/** Keeps a conversation up to date for users without an account; others use the stream of their notifications. */
export function LiveConversation({ address }: { address: string }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const reload = () => void revalidate();
    return openLiveStream({ address, on: { change: reload }, onReturn: reload });
  }, [address, revalidate]);
  return null;
}
