import crypto, { type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

type Scrypt = (
  secret: string,
  salt: string,
  length: number,
  options: ScryptOptions | (() => void),
  done: () => void,
) => void;
type CheapScrypt = Scrypt & { asked?: ScryptOptions };

// Once per process.
if (!("asked" in crypto.scrypt)) {
  const scrypt = crypto.scrypt as Scrypt;
  // Slow hashes would dominate the tests' time: every hash gets the lowest cost.
  const cheap: CheapScrypt = (secret, salt, length, options, done) => {
    // Backups name no cost; a file sealed at the real one must open.
    if (typeof options === "function") return scrypt(secret, salt, length, {}, options);
    cheap.asked = options;
    scrypt(secret, salt, length, { ...options, N: 2, r: 1 }, done);
  };
  cheap.asked = {};
  crypto.scrypt = cheap as never;
  syncBuiltinESMExports();
}

/** Returns the requested cost of the last slow hash. */
export const askedCost = (): ScryptOptions | undefined => (crypto.scrypt as CheapScrypt).asked;
