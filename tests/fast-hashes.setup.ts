import crypto, { type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

type Scrypt = (
  secret: string,
  salt: string,
  length: number,
  options: ScryptOptions | (() => void),
  done: () => void,
) => void;
type FastScrypt = Scrypt & { requested?: ScryptOptions };

// Installed once per process.
if (!("requested" in crypto.scrypt)) {
  const scrypt = crypto.scrypt as Scrypt;
  // Uses the lowest cost for every hash, because slow hashes would dominate the running time of the tests.
  const fast: FastScrypt = (secret, salt, length, options, done) => {
    // Backups pass no cost: a file encrypted at the real cost must be readable.
    if (typeof options === "function") return scrypt(secret, salt, length, {}, options);
    fast.requested = options;
    scrypt(secret, salt, length, { ...options, N: 2, r: 1 }, done);
  };
  fast.requested = {};
  crypto.scrypt = fast as never;
  syncBuiltinESMExports();
}

/** Returns the cost that was requested for the last slow hash. */
export const requestedCost = (): ScryptOptions | undefined => (crypto.scrypt as FastScrypt).requested;
