import { useEffect, useState } from "react";
import { useLocation } from "react-router";

/** Id of the notice, used by the inline script. */
const id = "script-error";

/** Inline script of every page: shows the notice if a script of the page cannot be loaded or run before it is hydrated. */
export const scriptErrorScript = `{let show=({type,target:{tagName:t}})=>{let e=document.getElementById("${id}");e&&(type=="unhandledrejection"||!t||t=="SCRIPT")&&(e.hidden=false)};addEventListener("error",show,true);addEventListener("unhandledrejection",show)}`;

/**
 * Notice that the page is not complete because its scripts did not load. Until then it works as without scripts; removed
 * once it is hydrated.
 */
export function ScriptErrorNotice({ text, reload }: { text: string; reload: string }) {
  const { pathname, search } = useLocation();
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  if (isHydrated) return null;
  return (
    <p
      id={id}
      hidden
      suppressHydrationWarning
      role="status"
      className="bg-toast px-5 py-3 text-center text-toast-ink print:hidden"
    >
      {text}{" "}
      <a href={pathname + search} className="font-semibold underline">
        {reload}
      </a>
    </p>
  );
}
