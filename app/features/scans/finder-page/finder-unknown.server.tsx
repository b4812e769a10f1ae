import { href } from "react-router";
import type { Translate } from "#app/platform/i18n/words.ts";
import { LostDrawing } from "#app/platform/ui/drawings/lost-drawing.tsx";
import { type FinderPageContext, FormError, FoundAnimal, Heading } from "./finder-parts.server.tsx";

function CodeBox({ t, error, code }: { t: Translate; error?: string; code?: string }) {
  return (
    <form className="card" action={href("/t")} method="get">
      <div>
        <label htmlFor="code">{t("finderPage.finder.typeCode")}</label>
        <input
          id="code"
          name="code"
          className="ltr"
          defaultValue={code}
          lang="en"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          autoComplete="off"
          maxLength={60}
          required
          placeholder="7K3M-9QXR-2VHT"
          aria-describedby={error ? "code-e" : undefined}
        />
        {error ? (
          <p className="err" id="code-e" role="alert">
            {error}
          </p>
        ) : null}
      </div>
      <button className="btn brand" type="submit">
        {t("finderPage.finder.open")}
      </button>
    </form>
  );
}

interface UnknownProps {
  pageContext: FinderPageContext;
  typed: string;
  hint: string | null;
  canCreate: boolean;
  isTooMany: boolean;
  /** For users who may activate the deactivated tag: where to do so. */
  off: { isOwner: boolean; at: string } | null;
}

/**
 * Page for unknown codes, and for deactivated ones unless the visitor is the owner or an administrator: the two cannot
 * be told apart.
 */
export function UnknownView({ pageContext, typed, hint, canCreate, isTooMany, off }: UnknownProps) {
  const { t } = pageContext;
  if (off)
    return (
      <div className="sheet">
        <Heading pageContext={pageContext} title={t("finderPage.finder.offTitle")} />
        <p>{t(off.isOwner ? "finderPage.finder.off" : "finderPage.finder.offAdmin")}</p>
        <a className="btn sun" href={off.at}>
          {t("finderPage.finder.offOpen")}
        </a>
      </div>
    );
  return (
    <>
      <div className="hero">
        <LostDrawing />
      </div>
      <div className="sheet">
        <Heading
          pageContext={pageContext}
          title={t(isTooMany ? "finderPage.finder.tooManyTitle" : "finderPage.finder.notFoundTitle")}
        />
        <p>{t(isTooMany ? "finderPage.finder.tooManyText" : "finderPage.finder.notFoundText")}</p>
        <CodeBox t={t} code={typed} {...(hint ? { error: hint } : {})} />
        {canCreate ? (
          <form className="card" method="post" action={pageContext.path}>
            <h2>{t("finderPage.finder.createTitle")}</h2>
            <p>{t("finderPage.finder.createText")}</p>
            <FormError pageContext={pageContext} of={["create"]} />
            <input type="hidden" name="intent" value="create" />
            <button className="btn ghost" type="submit">
              {t("finderPage.finder.create")}
            </button>
          </form>
        ) : null}
        <FoundAnimal pageContext={pageContext} />
        <p className="small">
          <a href="/">{t("finderPage.finder.home")}</a>
        </p>
      </div>
    </>
  );
}
