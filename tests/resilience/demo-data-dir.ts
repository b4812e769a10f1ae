import { shared } from "../shared.ts";
import { copyDataDir } from "./filled-data-dir.ts";

/** Creates a data folder for a test file in which the app has been started before, with the demo data. */
export const demoDataDir = async (): Promise<string> => copyDataDir(await shared("dataDir"));
