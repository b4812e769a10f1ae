// No library checks paths in code spans; links alone would leave most of what the pages name unread.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { listFiles } from "./files.ts";
import { counted, type Outcome } from "./report.ts";

const extension = "(?:tsx?|js|json|md|sql|sh|css|cfg|yaml|service)";
const asPath = new RegExp(
  `^(?:[\\w.{},<>*@-]+/)*[\\w.{},<>*@-]+\\.${extension}$|^(?:app|docs|tests|seed|bench|deploy|migrations)/[\\w./-]*$`,
);

/** Returns the paths in code spans. Other words of a command are skipped. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = ""]) => code.split(" ").filter((word) => asPath.test(word)));

/** Returns the settings that the operating guide leaves out. */
function findUnexplainedSettings(): string[] {
  const settings = readFileSync("app/platform/settings.server.ts", "utf8");
  const guide = readFileSync("docs/operating.md", "utf8");
  return [...settings.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].flatMap(([, name = ""]) =>
    guide.includes(`\`${name}\``) ? [] : [`docs/operating.md: no word about ${name}`],
  );
}

/** Checks that every file and link that the pages name exists, and that the operating guide has every setting. */
export async function checkDocuments(): Promise<Outcome> {
  const files = await listFiles();
  // A bare file name stands for a file of that name in any folder.
  const exists = (named: string) => {
    const glob = named.replace(/<\w+>/g, "*").replace(/\/$/, "/**");
    const pattern = named.includes("/") ? glob : `**/${glob}`;
    return files.some((file) => file.startsWith(`${named}/`) || path.matchesGlob(file, pattern));
  };
  const pages = files.filter((file) => /^(README|docs\/.+)\.md$/.test(file));
  const missing = pages.flatMap((page) => {
    const text = readFileSync(page, "utf8");
    const links = [...text.matchAll(/\]\((?!\w+:)([^)#]+)/g)].map(([, to = ""]) => path.join(path.dirname(page), to));
    return [...pathsIn(text).filter((named) => !exists(named)), ...links.filter((to) => !existsSync(to))].map(
      (named) => `${page}: there is no ${named}`,
    );
  });
  return { summary: counted(pages.length, "page"), problems: [...missing, ...findUnexplainedSettings()] };
}
