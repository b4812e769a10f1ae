import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import { Named } from "../finder-page/finder-parts.server.tsx";

/** A rejected code and the error. */
export interface RejectedCode {
  typed: string;
  error: string;
}

interface Props {
  info: RequestInfo;
  address: string;
  name: string;
  tried: RejectedCode | undefined;
}

/** Form in which the finder enters the family's code when handing over the pet. */
export function HandoverForm({ info: { t }, address, name, tried }: Props) {
  return (
    <details id="handover" open={tried !== undefined}>
      <summary className="ghost">
        <Named t={t} text="finderPage.status.handover" name={name} />
      </summary>
      <form className="box" method="post" action={address}>
        <input type="hidden" name="intent" value="handover" />
        <p>{t("finderPage.status.handoverText")}</p>
        <div>
          <label htmlFor="code">{t("finderPage.status.code")}</label>
          <input
            className="ltr"
            id="code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={20}
            defaultValue={tried?.typed}
            aria-invalid={tried ? true : undefined}
            aria-describedby={tried ? "code-e" : "code-h"}
          />
          <p className="hint" id="code-h">
            {t("finderPage.status.codeHint")}
          </p>
          {tried ? (
            <p className="err" id="code-e" role="alert">
              {tried.error}
            </p>
          ) : null}
        </div>
        <button className="btn sun" type="submit">
          <Named t={t} text="finderPage.status.handoverSend" name={name} />
        </button>
      </form>
    </details>
  );
}
