import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";

type Handler = (args: never) => unknown;

/**
 * Returns the build with changed redirects: one to a URL without a page of its own (the finder's page, a PDF, a CSV)
 * makes the browser load it as a document. The router would otherwise request it as data and render nothing.
 */
export function withDocumentRedirects(build: ServerBuild): ServerBuild {
  const tree = treeOf(build);
  const files = Object.keys(build.routes)
    .filter((id) => !build.routes[id]?.module.default)
    .map((id) => segmentsOf(build, id));
  const isFile = (location: string) => {
    const url = URL.parse(location, "http://here.invalid");
    // Matching ranks all routes each time, so it only runs for a URL that may be a file.
    if (url?.origin !== "http://here.invalid" || !files.some((file) => mayMatch(file, url.pathname))) return false;
    const leaf = matchRoutes(tree, url.pathname)?.at(-1)?.route.id;
    return leaf !== undefined && !build.routes[leaf]?.module.default;
  };
  const markFileRedirect = (answer: unknown) => {
    const location = answer instanceof Response ? answer.headers.get("location") : null;
    if (location && isFile(location)) (answer as Response).headers.set("x-remix-reload-document", "true");
    return answer;
  };
  const wrap =
    (handler: Handler): Handler =>
    async (args) => {
      try {
        return markFileRedirect(await handler(args));
      } catch (error) {
        throw markFileRedirect(error);
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

/** Returns the path segments of a route, starting with its ancestors'. */
function segmentsOf({ routes }: ServerBuild, id: string): string[] {
  const { path = "", parentId } = routes[id] ?? {};
  return [...(parentId ? segmentsOf({ routes } as ServerBuild, parentId) : []), ...path.split("/").filter(Boolean)];
}

/** Returns whether a path may match a route: the same number of segments, and equal static segments. */
function mayMatch(segments: string[], pathname: string): boolean {
  const given = pathname.split("/").filter(Boolean);
  const isSame = (one: string, at: number) => /[:*?]/.test(one) || one.toLowerCase() === given[at]?.toLowerCase();
  return (segments.at(-1) === "*" || segments.length === given.length) && segments.every(isSame);
}

/** Converts the routes of a build to the tree expected by `matchRoutes`. */
function treeOf({ routes }: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index } = route;
    if (index) return [{ id, index: true, ...(path !== undefined && { path }) }];
    return [{ id, ...(path !== undefined && { path }), children: treeOf({ routes } as ServerBuild, id) }];
  });
}
