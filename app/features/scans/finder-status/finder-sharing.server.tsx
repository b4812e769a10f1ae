import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import { minuteMs } from "#app/platform/durations.rules.ts";
import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import type { InlineScript } from "../finder-page/finder-document.server.tsx";
import type { Sharing } from "../live-location/live-share.server.ts";
import { shareLengths } from "../live-share.rules.ts";
import type { SharingScriptData } from "./sharing-script.ts";
import source from "./sharing-script.ts?minified";

const columns = { display: "grid", gap: 12 };
/** Large enough to press without looking. */
const bigButton = { minBlockSize: 96, fontSize: 24 };

/** Card for sharing the finder's live location with the family. Starting requires JavaScript; stopping does not. */
export function SharingCard({
  info: { t, finderLanguage: language },
  address,
  sharing,
}: {
  info: RequestInfo;
  address: string;
  sharing: Sharing;
}) {
  const { isRunning, left, lastAt } = sharing;
  const minutes = `${Math.floor(left / minuteMs)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
  return (
    <section className="card" id="share" hidden={!isRunning} data-to={address} data-left={Math.round(left)}>
      <p className="confirmation" role="status" data-status hidden />
      <form method="post" action={address} style={columns} data-offer hidden={isRunning}>
        <input type="hidden" name="intent" value="start" />
        <h2>{t("finderPage.sharing.title")}</h2>
        <p>{t("finderPage.sharing.lead")}</p>
        {shareLengths.map((length) => (
          <button key={length} className="btn ghost" type="submit" name="minutes" value={length}>
            {t("finderPage.sharing.share", { count: length })}
          </button>
        ))}
      </form>
      <div style={columns} data-running hidden={!isRunning}>
        <h2>{t("finderPage.sharing.running")}</h2>
        <form method="post" action={address} data-stop>
          <input type="hidden" name="intent" value="stop" />
          <button className="btn lost" style={bigButton} type="submit">
            {t("finderPage.sharing.stop")}
          </button>
        </form>
        <p>
          {t("finderPage.sharing.left")}{" "}
          <b role="timer" data-left>
            {minutes}
          </b>
        </p>
        <p className="hint" data-last>
          {lastAt
            ? t("finderPage.sharing.last", { time: formatDate(lastAt, language, defaultTimeZone, "time") })
            : null}
        </p>
        <p className="hint">{t("finderPage.sharing.keepOpen")}</p>
      </div>
    </section>
  );
}

/** Returns the inline script of the sharing card. */
export function getSharingScript({ t }: RequestInfo): InlineScript {
  const data: SharingScriptData = {
    waiting: t("finderPage.sharing.waiting"),
    seen: t("finderPage.sharing.seen"),
    last: t("finderPage.sharing.last", { time: "{time}" }),
    noSignal: t("finderPage.sharing.noSignal"),
    denied: t("finderPage.sharing.denied"),
    stopped: t("finderPage.sharing.stopped"),
    stopKept: t("finderPage.sharing.stopKept"),
    ended: t("finderPage.sharing.over"),
    failed: t("finderPage.sharing.failed"),
  };
  return { source, data };
}
