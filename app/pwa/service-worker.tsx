import pushSource from "#app/features/notifications/channels/push-worker.ts?minified";
import offlineSource from "./offline-worker.ts?minified";

/**
 * Service worker at the site's root, so that it can show push notifications and serve stored pages for the whole site.
 * Its URL never changes; its content does with every build, which is how browsers detect a new one.
 */
export async function loader() {
  const { assets } = await import("virtual:react-router/server-build");
  return new Response(`const version = ${JSON.stringify(assets.version)};\n${pushSource}\n${offlineSource}`, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=0, must-revalidate",
    },
  });
}
