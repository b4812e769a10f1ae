import { makeFilledDataDir } from "../resilience/filled-data-dir.ts";

/** Environment variable with the data folder that the workers copy for their apps. */
export const dataDirVariable = "E2E_DATA_DIR";

/** Starts the app once to create the demo data for all workers. */
export default async function setup() {
  const { address, remove } = await makeFilledDataDir();
  process.env[dataDirVariable] = address;
  return remove;
}
