// A person who saves a form would be led to a page that stays empty or is only half loaded.
import { matchRoutes, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { createHandlerBySegment, createRouteTree, withDocumentRedirects } from "./route-handlers.server.ts";

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

/** Routes like the app's: layouts with and without a path, an index, parameters first, and a splat. */
const routes: [id: string, path: string | undefined, parentId?: string][] = [
  ["root", ""],
  ["site", undefined, "root"],
  ["home", undefined, "site"],
  ["cart", "cart", "site"],
  ["store", "store", "site"],
  ["product", "store/product/:id", "site"],
  ["unknown", "*", "site"],
  ["dashboard", "dashboard", "root"],
  ["overview", undefined, "dashboard"],
  ["pet", "pets/:petId", "dashboard"],
  ["code", "t/:code", "root"],
  ["sitemap", "sitemap.xml", "root"],
  ["locale", ":locale/help", "root"],
];

const appRoutes = Object.fromEntries(
  routes.map(([id, path, parentId]) => [
    id,
    { id, path, parentId, index: id === "home" || id === "overview" ? true : undefined, module: {} },
  ]),
);
const appBuild = { routes: appRoutes, assets: { routes: appRoutes } } as unknown as ServerBuild;
const matchIds = (build: ServerBuild, pathname: string) =>
  matchRoutes(createRouteTree(build), pathname)?.map(({ route, params }) => [route.id, params]);
const buildOfPath = createHandlerBySegment(appBuild, (build) => build);

test.each([
  ["/", 5],
  ["/cart", 6],
  ["/CART/", 6],
  ["/store/product/1", 7],
  ["/dashboard", 8],
  ["/dashboard/pets/1", 8],
  ["/dashboard/unknown", 8],
  ["/sitemap.xml", 6],
  ["/ar/help", 13],
  ["/c%61rt", 13],
  ["//cart", 13],
  ["/unknown/path", 13],
])("%s matches as among all routes, of which %i remain", (pathname, count) => {
  const build = buildOfPath(pathname);
  expect(matchIds(build, pathname)).toEqual(matchIds(appBuild, pathname));
  expect([Object.keys(build.routes).length, Object.keys(build.assets.routes).length]).toEqual([count, count]);
});

test("the data of a page is requested from the page's handler", () => {
  expect(buildOfPath("/cart.data")).toBe(buildOfPath("/cart"));
  expect(buildOfPath("/dashboard/pets/1.data")).toBe(buildOfPath("/dashboard"));
});
