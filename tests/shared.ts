import { inject } from "vitest";

export interface Shared {
  /** What a test file has to know of it. */
  address: string;
  /** Takes it away at the end of the run. */
  remove(): Promise<void>;
}

const asked = new Map<string, Promise<string>>();

/** The address of what the test files of this run share; it is made for whoever asks first. Throws why it could not be. */
export function shared(name: "database" | "dataDir"): Promise<string> {
  const known = asked.get(name);
  if (known) return known;
  const address = fetch(`${inject("shared")}/${name}`).then(async (answer) => {
    const said = await answer.text();
    if (!answer.ok) throw new Error(`The shared ${name} of the tests could not be made: ${said}`);
    return said;
  });
  asked.set(name, address);
  return address;
}
