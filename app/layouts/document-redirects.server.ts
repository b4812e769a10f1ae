import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";

type Handler = (args: never) => unknown;

/**
 * The same build, where every redirect to an address without a page of its own (the finder's page, a PDF, a CSV) tells the
 * browser to load that address whole. The router would otherwise ask for it as data and draw nothing.
 */
export function withDocumentRedirects(build: ServerBuild): ServerBuild {
  const tree = treeOf(build);
  const files = Object.keys(build.routes)
    .filter((id) => !build.routes[id]?.module.default)
    .map((id) => segmentsOf(build, id));
  const isFile = (location: string) => {
    const url = URL.parse(location, "http://here.invalid");
    // Matching ranks all routes anew each time, so that only an address that may be a file is matched.
    if (url?.origin !== "http://here.invalid" || !files.some((file) => isLike(file, url.pathname))) return false;
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

/** The segments of a route's path, its parents' first. */
function segmentsOf({ routes }: ServerBuild, id: string): string[] {
  const { path = "", parentId } = routes[id] ?? {};
  return [...(parentId ? segmentsOf({ routes } as ServerBuild, parentId) : []), ...path.split("/").filter(Boolean)];
}

/** Whether a path could belong to a route: as many segments, and the fixed ones the same. */
function isLike(segments: string[], pathname: string): boolean {
  const given = pathname.split("/").filter(Boolean);
  const isSame = (one: string, at: number) => /[:*?]/.test(one) || one.toLowerCase() === given[at]?.toLowerCase();
  return (segments.at(-1) === "*" || segments.length === given.length) && segments.every(isSame);
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
