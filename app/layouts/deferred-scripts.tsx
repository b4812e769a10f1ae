import { createContext, useContext } from "react";
import { Scripts, useMatches } from "react-router";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";

/** On the server: the source of `start-scripts.ts` and the CSP nonce of the page's inline scripts. */
export const StartContext = createContext<{ source: string; nonce?: string }>({ source: "" });

/**
 * The router's scripts, kept as text until the page is painted, so that style, font and pictures have the line to
 * themselves (`start-scripts.ts`). A page whose handle says `isStatic` starts them only in browsers that keep something
 * of this site; `isNeeded` says that this one cannot do without.
 */
export function DeferredScripts({ isNeeded }: { isNeeded: boolean }) {
  const { source, nonce } = useContext(StartContext);
  const { isStatic } = (useMatches().at(-1)?.handle ?? {}) as PageHandle;
  return (
    <>
      {/* React moves links out of a template, but not out of this; without scripts, the template keeps them unloaded. */}
      <noscript data-static={isStatic && !isNeeded ? "" : undefined} suppressHydrationWarning>
        <template>
          <Scripts />
        </template>
      </noscript>
      <script nonce={nonce} suppressHydrationWarning>
        {source}
      </script>
    </>
  );
}
