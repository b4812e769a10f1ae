// Neither Biome nor ESLint asks what a test is for; without that line nobody knows whom a failure would harm.

import { listFiles, readText } from "./files.ts";
import { counted, type Outcome } from "./report.ts";

const testFile = /\.(?:test\.tsx?|spec\.ts)$/;
/** A comment that is long enough to be a sentence; a directive such as `@vitest-environment` is none. */
const sentence = /^\/\/ (?!@).{20,}/;

/** Checks that the first line of every test file says in a comment what would break for whom if it failed. */
export async function checkTestFiles(): Promise<Outcome> {
  const files = (await listFiles()).filter((file) => testFile.test(file));
  const problems: string[] = [];
  for (const file of files) {
    const [first = ""] = ((await readText(file)) ?? "").split("\n", 1);
    if (!sentence.test(first)) problems.push(`${file}: the first line does not say what would break for whom`);
  }
  return { summary: `${counted(files.length, "file")} that say what would break for whom`, problems };
}
