import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { withDocumentRedirects } from "./document-redirects.server.ts";

const to = (location: string) => () => new Response(null, { status: 302, headers: { location } });

/** Returns a build with pages, which have a component, and files, which only have a loader. */
function buildOf(location: string): ServerBuild {
  const page = { default: () => null };
  const route = (id: string, path: string | undefined, module: object, parentId?: string) => [
    id,
    { id, path, parentId, module },
  ];
  return {
    routes: Object.fromEntries([
      route("root", "", page),
      route("sender", "sender", { ...page, loader: to(location) }, "root"),
      route("order", "orders/:number", page, "root"),
      route("invoice", "orders/:number/invoice.pdf", {}, "root"),
      route("export", "orders/export.csv", {}, "root"),
      route("admin", "admin", page, "root"),
      route("tag", "tags/:code", {}, "admin"),
    ]),
  } as unknown as ServerBuild;
}

async function isLoadedAsDocument(location: string): Promise<boolean> {
  const sender = withDocumentRedirects(buildOf(location)).routes.sender as { module: { loader?: unknown } };
  const answer = await (sender.module.loader as () => Promise<Response>)();
  return answer.headers.get("x-remix-reload-document") === "true";
}

test.each(["/orders/AL-1/invoice.pdf?copy=1", "/orders/export.csv", "/ADMIN/tags/ABC", "/admin/tags/ABC/"])(
  "a redirect to the file %s loads it as a document",
  async (location) => expect(await isLoadedAsDocument(location)).toBe(true),
);

test.each(["/", "/orders/AL-1", "/admin", "/unknown/tags/ABC", "https://elsewhere.example/admin/tags/ABC"])(
  "a redirect to %s is followed by the router",
  async (location) => expect(await isLoadedAsDocument(location)).toBe(false),
);
