// A forged address would be taken for a tap on the real chip, or a real one be refused.
import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { cmac } from "@noble/ciphers/aes.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAesCmac } from "#app/platform/crypto/aes-cmac.server.ts";
import { runProgram } from "#tests/check/command.ts";
import { tapQuery } from "#tests/taps.ts";
import { readTap } from "./authentic-tap.server.ts";
import { deriveChipKey, deriveSessionKeys, readKey, type TapKeys } from "./tap-keys.server.ts";

type Vector = Record<string, string> & { id: string; kind: string; keyNo?: number; expect: Record<string, string> };

const file = new URL("../../../../tests/vectors/sun.json", import.meta.url);
const { vectors }: { vectors: Vector[] } = JSON.parse(readFileSync(file, "utf8"));
const vectorsOf = (...kinds: string[]) =>
  vectors.filter(({ kind }) => kinds.includes(kind)).map((one) => [one.id, one] as const);

const hex = (text = "") => Buffer.from(text, "hex");
const toUpperHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex").toUpperCase();
const upper = (text = "") => text.toUpperCase();

/** Key derivation of a public verifier; only needed for the vectors created with it. */
const hmac = (key: Uint8Array, text: Uint8Array | string) => createHmac("sha256", key).update(text).digest();
const keyOfTag = (master: Buffer, uid: Buffer, number: number) =>
  createAesCmac(
    hmac(master, Buffer.concat([Buffer.from("SlotMasterKey"), Buffer.of(number)])).subarray(0, 16),
    Buffer.concat([Buffer.of(1), hmac(hmac(master, "DivBaseKey"), uid).subarray(0, 16)]),
  );
const keyOfAll = (master: Buffer) => hmac(master, "PICCDataKey").subarray(0, 16);

function keysOf(one: Vector): TapKeys {
  if (!one.masterKey) return { meta: readKey(one.sdmMetaReadKey), file: readKey(one.sdmFileReadKey)! };
  return { meta: keyOfAll(hex(one.masterKey)), file: keyOfTag(hex(one.masterKey), hex(one.expect.uid), 2) };
}

/** Returns the URL of a vector; when only its parts were published, as their encoder wrote it. */
function addressOf(one: Vector): string {
  if (one.url) return one.url;
  const start = one.piccData ? `picc_data=${one.piccData}&enc=${one.enc}` : `uid=${one.uid}&ctr=${one.ctr}`;
  return `https://aleef.example/tag/X?${start}&cmac=${one.cmac}`;
}

describe("published vectors", () => {
  test("are complete", () => {
    const kinds = ["aes-cmac", "an10922-aes128", "sdm-session-keys", "sdm-picc", "sdm-plain", "kdf-sdm-backend"];
    expect(vectorsOf(...kinds)).toHaveLength(vectors.length);
    expect(vectors.length).toBeGreaterThan(20);
  });

  test.each(vectorsOf("aes-cmac"))("%s", (_, one) => {
    expect(toUpperHex(createAesCmac(hex(one.key), hex(one.message)))).toBe(one.expect.cmac);
  });

  test.each(vectorsOf("an10922-aes128"))("%s", (_, one) => {
    expect(toUpperHex(deriveChipKey(hex(one.master), hex(one.m)))).toBe(one.expect.key);
  });

  test.each(vectorsOf("sdm-session-keys"))("%s", (_, one) => {
    const { encryption, mac } = deriveSessionKeys(hex(one.sdmFileReadKey), hex(one.uid), hex(one.ctrLE));
    expect([toUpperHex(encryption), toUpperHex(mac)]).toEqual([
      one.expect.kSesSDMFileReadENC,
      one.expect.kSesSDMFileReadMAC,
    ]);
  });

  test.each(vectorsOf("kdf-sdm-backend"))("%s", (_, one) => {
    const master = hex(one.masterKey);
    const key = one.uid ? keyOfTag(master, hex(one.uid), one.keyNo!) : keyOfAll(master);
    expect(key.toString("hex")).toBe(one.expect.key);
  });

  test.each(vectorsOf("sdm-picc", "sdm-plain"))("%s", (_, one) => {
    const tap = readTap(addressOf(one), keysOf(one));
    if (!one.expect.valid) return expect(tap).toEqual({ ok: false, reason: "wrong-mac" });
    expect(tap).toEqual({
      ok: true,
      uid: upper(one.expect.uid ?? one.uid),
      counter: one.expect.counter,
      form: one.piccData ? "encrypted" : "plain",
      ...(one.expect.fileData ? { data: upper(one.expect.fileData) } : {}),
    });
  });
});

const address = "https://ntag.nxp.com/424?e=EF963FF7828658A599F3041510671E88&c=94EED9EE65337086";
const zeros = Buffer.alloc(16);
const keys: TapKeys = { meta: zeros, file: zeros };

describe("tap URL", () => {
  test("is accepted in any letter case and with other parameters", () => {
    for (const one of [address.toLowerCase(), `${address}&utm_source=x#top`, address.replace("?", "?lang=ar&")])
      expect(readTap(one, keys)).toMatchObject({ ok: true, uid: "04DE5F1EACC040", counter: 61 });
  });

  test("is rejected with any single character changed", () => {
    for (let at = address.indexOf("e=") + 2; at < address.length; at++) {
      if (!/[0-9A-F]/.test(address[at]!)) continue;
      const forged = address.slice(0, at) + (address[at] === "0" ? "1" : "0") + address.slice(at + 1);
      expect(readTap(forged, keys).ok).toBe(false);
    }
  });

  test.each([
    ["", "no-tap"],
    ["https://aleef.example/tag/X", "no-tap"],
    ["https://aleef.example/tag/X?e=&c=", "malformed"],
    [address.slice(0, -1), "malformed"],
    [`${address}00`, "malformed"],
    [`${address}&c=94EED9EE65337086`, "malformed"],
    [address.replace("94EE", "ZZZZ"), "malformed"],
    [address.replace("94EE", "%39%34EE"), "malformed"],
    ["?uid=041E3C8A2D6B80&cmac=4B00064004B0B3D3", "malformed"],
    [`?e=${"A".repeat(100_000)}`, "malformed"],
    [address.replace("&c=", "&enc=00&c="), "malformed"],
    [address.replace("EF96", "0000"), "not-opened"],
  ])("%.60s is rejected as %s", (one, reason) => {
    expect(readTap(one, keys)).toEqual({ ok: false, reason });
  });

  test("is verified with a chip's own derived key, with either padding", () => {
    const [master, uid, system] = [randomBytes(16), hex("04112233445566"), Buffer.from("aleef")];
    const input = Buffer.concat([uid, system]);
    const derived = { meta: null, file: master, derive: { system } };
    for (const key of [deriveChipKey(master, input), Buffer.from(cmac(Buffer.concat([Buffer.of(1), input]), master))]) {
      expect(readTap(`?${tapQuery({ uid, counter: 7, key })}`, derived)).toMatchObject({ ok: true, counter: 7 });
      expect(readTap(`?${tapQuery({ uid, counter: 7, key })}`, { meta: null, file: master }).ok).toBe(false);
    }
  });

  test("is rejected without an exception when malformed in any way", () => {
    const piece = fc.constantFrom(
      "e=",
      "picc_data=",
      "&c=",
      "&cmac=",
      "uid=",
      "&ctr=",
      "&enc=",
      "?",
      "&",
      "04AABBCCDDEEFF",
      "000001",
      "%00",
      "\u0000",
      "🐈",
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            piece,
            fc.string(),
            fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), minLength: 16, maxLength: 32 }),
          ),
        ),
        (parts) => {
          expect(readTap(parts.join(""), keys).ok).toBe(false);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

test("createAesCmac equals an independent library for any key and message", () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  fc.assert(
    fc.property(bytes(16), fc.uint8Array({ maxLength: 70 }), (key, message) => {
      expect(toUpperHex(createAesCmac(key, message))).toBe(toUpperHex(cmac(message, key)));
    }),
  );
});

test("readKey accepts only 16 bytes of hex", () => {
  for (const wrong of [undefined, "", "00", "g".repeat(32), "0".repeat(31), "0".repeat(34)])
    expect(readKey(wrong)).toBeNull();
});

describe("factory tool tap-verify", () => {
  const run = async (...parameters: string[]) => {
    const { code, output } = await runProgram("node", [
      "--disable-warning=ExperimentalWarning",
      "factory/tap-verify.ts",
      ...parameters,
    ]);
    expect([code, output.trim().split("\n").length]).toEqual([0, 1]);
    return JSON.parse(output);
  };
  const zero = "0".repeat(32);

  test("prints the chip's identity and counter that a URL proves as one line of JSON", async () => {
    expect(await run("--meta-key", zero, "--file-key", zero, address)).toEqual({
      ok: true,
      uid: "04DE5F1EACC040",
      counter: 61,
      form: "encrypted",
    });
    const [uid, key] = [hex("04112233445566"), hex("B62A9BAF092439BD43C62AEE96B970C5")];
    const own = `https://aleef.example/n/X?${tapQuery({ uid, counter: 3, key: deriveChipKey(key, uid) })}`;
    expect(await run("--file-key", toUpperHex(key), "--derive", "an10922", own)).toMatchObject({
      ok: true,
      form: "plain",
    });
  });

  test.each([
    [[]],
    [["--meta-key", "xyz", "--file-key", zero, address]],
    [["--file-key", zero]],
    [["--file-key", zero, "not an address"]],
    [["--file-key", zero, address, address]],
    [["--file-key", zero, "--derive", "md5", address]],
    [["--nonsense"]],
    [["--meta-key", zero, "--file-key", zero, `${address}\u0001&c=<script>`]],
  ])("prints a reason for %j, never a stack trace", async (parameters) => {
    expect(await run(...parameters)).toMatchObject({ ok: false, reason: expect.any(String) });
  });
});
