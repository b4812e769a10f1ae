import { inject } from "vitest";

export interface Shared {
  /** What a test file needs to use the resource: a URL or a folder. */
  address: string;
  /** Removes the resource at the end of the run. */
  remove(): Promise<void>;
}

const requests = new Map<string, Promise<string>>();

/**
 * Returns the address of a shared resource, which is created for the first caller. Throws if it could not be created.
 */
export function shared(name: "database" | "dataDir"): Promise<string> {
  const pending = requests.get(name);
  if (pending) return pending;
  const address = fetch(`${inject("shared")}/${name}`).then(async (answer) => {
    const body = await answer.text();
    if (!answer.ok) throw new Error(`The shared ${name} of the tests could not be made: ${body}`);
    return body;
  });
  requests.set(name, address);
  return address;
}
