import { shared } from "../shared.ts";
import { copyDataDir } from "./filled-data-dir.ts";

/** A data folder of a test file's own in which the app was started before: what a first start does is done. */
export const demoDataDir = async (): Promise<string> => copyDataDir(await shared("dataDir"));
