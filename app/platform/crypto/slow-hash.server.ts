import { scrypt } from "node:crypto";
import { promisify } from "node:util";
import { hashQueue } from "../work-queue.server.ts";

const derive = promisify<string, string, number, { N: number }, Buffer>(scrypt);

/**
 * Hashes a text with scrypt (RFC 7914) and cost `cost`, a power of two; returns 24 bytes in base64url. At most two
 * hashes run concurrently.
 */
export async function hashSlowly(text: string, salt: string, cost: number): Promise<string> {
  return (await hashQueue.run(() => derive(text, salt, 24, { N: cost }))).toString("base64url");
}
