import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";

type Handler = (args: never) => unknown;

/**
 * The same build, where every redirect to an address without a page of its own (the finder's page, a PDF, a CSV) tells the
 * browser to load that address whole. The router would otherwise ask for it as data and draw nothing.
 */
export function withDocumentRedirects(build: ServerBuild): ServerBuild {
  const tree = treeOf(build);
  const isFile = (location: string) => {
    const url = URL.parse(location, "http://here.invalid");
    if (url?.origin !== "http://here.invalid") return false;
    const leaf = matchRoutes(tree, url.pathname)?.at(-1)?.route.id;
    return leaf !== undefined && !build.routes[leaf]?.module.default;
  };
  const judged = (answer: unknown) => {
    const location = answer instanceof Response ? answer.headers.get("location") : null;
    if (location && isFile(location)) (answer as Response).headers.set("x-remix-reload-document", "true");
    return answer;
  };
  const wrap =
    (handler: Handler): Handler =>
    async (args) => {
      try {
        return judged(await handler(args));
      } catch (error) {
        throw judged(error);
      }
    };
  const wrapped = ([id, route]: [string, ServerBuild["routes"][string]]) => {
    if (!route) return [id, route];
    const { loader, action } = route.module;
    const module = {
      ...route.module,
      ...(loader && { loader: wrap(loader as Handler) }),
      ...(action && { action: wrap(action as Handler) }),
    };
    return [id, { ...route, module }];
  };
  return { ...build, routes: Object.fromEntries(Object.entries(build.routes).map(wrapped)) };
}

/** The routes of a build as the tree that `matchRoutes` reads. */
function treeOf({ routes }: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index } = route;
    if (index) return [{ id, index: true, ...(path !== undefined && { path }) }];
    return [{ id, ...(path !== undefined && { path }), children: treeOf({ routes } as ServerBuild, id) }];
  });
}
