import { scrypt } from "node:crypto";
import { promisify } from "node:util";
import { hashing } from "../work-queue.server.ts";

const derive = promisify<string, string, number, { N: number }, Buffer>(scrypt);

/** 24 bytes in base64url that cost `cost` rounds of scrypt (RFC 7914), a power of two. Two are made at a time. */
export async function hashSlowly(text: string, salt: string, cost: number): Promise<string> {
  return (await hashing.take(() => derive(text, salt, 24, { N: cost }))).toString("base64url");
}
