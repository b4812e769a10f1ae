import { stripTypeScriptTypes } from "node:module";
import source from "../push-worker.ts?raw";

const script = stripTypeScriptTypes(source);

/** The service worker at the site's root, so that it may show pushes for every page. Its address never changes. */
export function loader() {
  return new Response(script, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=0, must-revalidate",
    },
  });
}
