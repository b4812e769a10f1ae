import { data, type LoaderFunctionArgs, matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { AppError, type AppErrorData } from "../../app-error.server.ts";
import { requestInfoContext } from "../request-info.server.ts";

type Handler = (args: LoaderFunctionArgs) => unknown;

/** Returns the build with every loader and action wrapped. */
function wrapHandlers(build: ServerBuild, wrap: (handler: Handler) => Handler): ServerBuild {
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

/** Returns the build whose loaders and actions answer an `AppError` with the page of its status and message. */
export function withAppErrors(build: ServerBuild): ServerBuild {
  return wrapHandlers(build, (handler) => async (args) => {
    try {
      return await handler(args);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      args.context.get(requestInfoContext).error = error;
      const { code, status, params } = error;
      throw data({ code, params } satisfies AppErrorData, { status, statusText: code });
    }
  });
}

/**
 * Returns the build with changed redirects: one to a URL without a page of its own (the finder's page, a PDF, a CSV)
 * makes the browser load it as a document. The router would otherwise request it as data and render nothing.
 */
export function withDocumentRedirects(build: ServerBuild): ServerBuild {
  const tree = createRouteTree(build);
  const files = Object.keys(build.routes)
    .filter((id) => !build.routes[id]?.module.default)
    .map((id) => segmentsOf(build, id));
  const isFile = (location: string) => {
    const url = URL.parse(location, "http://here.invalid");
    // Matching ranks all routes each time, so it only runs for a URL that may be a file.
    if (url?.origin !== "http://here.invalid" || !mayMatch(files, url.pathname)) return false;
    const leaf = matchRoutes(tree, url.pathname)?.at(-1)?.route.id;
    return leaf !== undefined && !build.routes[leaf]?.module.default;
  };
  const markFileRedirect = (answer: unknown) => {
    const location = answer instanceof Response ? answer.headers.get("location") : null;
    if (location && isFile(location)) (answer as Response).headers.set("x-remix-reload-document", "true");
    return answer;
  };
  return wrapHandlers(build, (handler) => async (args) => {
    try {
      return markFileRedirect(await handler(args));
    } catch (error) {
      throw markFileRedirect(error);
    }
  });
}

const isStatic = (segment: string | undefined): segment is string => segment !== undefined && !/[:*?]/.test(segment);

/**
 * Creates a request handler for each first path segment, with only the routes that can match below it, and returns the
 * function that picks one by a path. For each request the router goes through all of its routes several times, once
 * more to render a page, so fewer routes make every request cheaper.
 */
export function createHandlerBySegment<Handler>(
  build: ServerBuild,
  create: (build: ServerBuild) => Handler,
): (pathname: string) => Handler {
  const firstSegments = new Map(
    Object.keys(build.routes).map((id) => [id, segmentsOf(build, id)[0]?.toLowerCase()] as const),
  );
  const handlerFor = (segment: string) => {
    const isKept = ([id]: [string, unknown]) => {
      const first = firstSegments.get(id);
      return !isStatic(first) || first === segment;
    };
    const keep = <Route>(routes: Record<string, Route>) => Object.fromEntries(Object.entries(routes).filter(isKept));
    return create({
      ...build,
      routes: keep(build.routes),
      assets: { ...build.assets, routes: keep(build.assets.routes) },
    });
  };
  const segments = new Set([...firstSegments.values()].filter(isStatic));
  const handlers = new Map([...segments].map((segment) => [segment, handlerFor(segment)]));
  const home = handlerFor("");
  // For every other spelling of a path, such as one with percent-encoded characters.
  const complete = create(build);
  return (pathname) => {
    if (pathname === "/") return home;
    // Client-side navigations request the page's data with a `.data` suffix.
    const first = pathname.split("/", 2)[1]?.replace(/\.data$/, "");
    return handlers.get(first?.toLowerCase() ?? "") ?? complete;
  };
}

/** Lists the full paths of the build's routes, such as `/share/:key`. */
export function listRoutePaths(build: ServerBuild): string[] {
  return Object.keys(build.routes).map((id) => `/${segmentsOf(build, id).join("/")}`);
}

/** Returns the path segments of a route, starting with its ancestors'. */
function segmentsOf({ routes }: ServerBuild, id: string): string[] {
  const { path = "", parentId } = routes[id] ?? {};
  return [...(parentId ? segmentsOf({ routes } as ServerBuild, parentId) : []), ...path.split("/").filter(Boolean)];
}

/** Returns whether a path may match one of the routes: as many segments, and equal static segments. */
function mayMatch(routes: string[][], pathname: string): boolean {
  const given = pathname.toLowerCase().split("/").filter(Boolean);
  const isSame = (one: string, at: number) => !isStatic(one) || one.toLowerCase() === given[at];
  return routes.some(
    (segments) => (segments.at(-1) === "*" || segments.length === given.length) && segments.every(isSame),
  );
}

/** Converts the routes of a build to the tree expected by `matchRoutes`. */
export function createRouteTree({ routes }: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index } = route;
    if (index) return [{ id, index: true, ...(path !== undefined && { path }) }];
    return [{ id, ...(path !== undefined && { path }), children: createRouteTree({ routes } as ServerBuild, id) }];
  });
}
