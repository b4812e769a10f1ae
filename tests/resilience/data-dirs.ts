import { shared } from "../shared.ts";
import { afterwards } from "../test-app.ts";
import { makeDataDir, removeDataDir } from "./app-process.ts";
import { copyDataDir } from "./filled-data-dir.ts";

/**
 * Removes the folder, with the processes that use it, after the running test or the test file that is being loaded; not
 * if all tests of the file are skipped.
 */
function removeAfterwards(folder: string): string {
  afterwards(() => removeDataDir(folder));
  return folder;
}

/** Creates an empty data folder for a test or a test file. */
export const emptyDataDir = async (): Promise<string> => removeAfterwards(await makeDataDir());

/** Creates a data folder for a test or a test file in which the app has been started before, with the demo data. */
export const demoDataDir = async (): Promise<string> => removeAfterwards(await copyDataDir(await shared("dataDir")));
