import { makeFilledDataDir } from "../resilience/filled-data-dir.ts";

/** The environment variable by which the workers learn of the data folder that they copy for their apps. */
export const filled = "E2E_DATA_DIR";

/** A first start makes the demo data, once for all workers. */
export default async function setup() {
  const { address, remove } = await makeFilledDataDir();
  process.env[filled] = address;
  return remove;
}
