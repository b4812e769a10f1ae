import crypto, { type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

type Scrypt = (secret: string, salt: string, length: number, options: ScryptOptions, done: never) => void;
type CheapScrypt = Scrypt & { asked?: ScryptOptions };

// One for all test files of a process.
if (!("asked" in crypto.scrypt)) {
  const scrypt = crypto.scrypt as Scrypt;
  // What is slow on purpose would take a good part of the tests' time: here every hash has the least cost there is.
  const cheap: CheapScrypt = (secret, salt, length, options, done) => {
    cheap.asked = options;
    scrypt(secret, salt, length, { ...options, N: 2, r: 1 }, done);
  };
  cheap.asked = {};
  crypto.scrypt = cheap as never;
  syncBuiltinESMExports();
}

/** What the newest slow hash was to cost. */
export const askedCost = (): ScryptOptions | undefined => (crypto.scrypt as CheapScrypt).asked;
