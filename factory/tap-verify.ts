import { parseArgs } from "node:util";
import { readTap } from "#app/features/tags/nfc/authentic-tap.server.ts";
import { readKey } from "#app/features/tags/nfc/tap-keys.server.ts";

const usage = "tap:verify -- [--meta-key HEX] --file-key HEX [--derive an10922 [--system HEX]] URL";

/** Verifies one tap URL with the given keys. Usage errors are reported in the same one-line JSON format. */
function verify(parameters: string[]): object {
  try {
    const { values, positionals } = parseArgs({
      args: parameters,
      allowPositionals: true,
      options: {
        "meta-key": { type: "string" },
        "file-key": { type: "string" },
        derive: { type: "string" },
        system: { type: "string" },
      },
    });
    const [meta, file] = [readKey(values["meta-key"]), readKey(values["file-key"])];
    if (!file || (values["meta-key"] !== undefined && !meta)) return { ok: false, reason: "bad-key" };
    if (values.derive !== undefined && values.derive !== "an10922") return { ok: false, reason: "unknown-derivation" };
    const system = values.system ?? "";
    if (!/^([0-9a-f]{2}){0,24}$/i.test(system)) return { ok: false, reason: "bad-system" };
    const [address, ...more] = positionals;
    if (address === undefined || more.length > 0) return { ok: false, reason: "usage", usage };
    const derive = values.derive ? { system: Buffer.from(system, "hex") } : undefined;
    const tap = readTap(address, { meta, file, derive });
    return tap.ok ? { ok: true, uid: tap.uid, counter: tap.counter, form: tap.form } : tap;
  } catch {
    return { ok: false, reason: "usage", usage };
  }
}

process.stdout.write(`${JSON.stringify(verify(process.argv.slice(2)))}\n`);
