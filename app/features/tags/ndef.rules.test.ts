// A tag would be written with an address that does not fit its chip, and finders' phones would open nothing.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chipNames, chips, fits, readUid, sdmOffsets, signedQuery, signsTaps } from "./ndef.rules.ts";

test("only one chip signs its taps", () => {
  expect(chipNames.filter(signsTaps)).toEqual(["ntag424"]);
});

describe("capacity of a chip", () => {
  const short = (length: number) => `https://${"a".repeat(length)}`;

  test.each(chipNames)("%s: fits up to the last character after the abbreviated prefix", (chip) => {
    expect(fits(chip, short(chips[chip]))).toBe(true);
    expect(fits(chip, short(chips[chip] + 1))).toBe(false);
  });

  test("abbreviates the longest matching prefix, in any letter case", () => {
    const room = "a".repeat(chips.ntag213);
    for (const beginning of ["https://www.", "http://www.", "https://", "http://", "HTTPS://WWW.", ""]) {
      expect(fits("ntag213", beginning + room)).toBe(true);
      expect(fits("ntag213", `${beginning}b${room}`)).toBe(false);
    }
    expect(fits("ntag213", `ftp://${room}`)).toBe(false);
  });
});

describe("sdmOffsets", () => {
  test("counts from the start of the file: two bytes of length, five of record header", () => {
    // NT4H2421Tx §9: a URI record D1 01 len 55 04 after the two bytes of the file's length.
    expect(sdmOffsets("https://a.eg/n/?e=0&c=0")).toEqual({ identity: 17, macInput: 21, mac: 21 });
  });

  test("returns the positions of the placeholder zeros", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,20}\.[a-z]{2}\/[A-Z0-9]{0,12}$/), (host) => {
        const file = `1234567${host}${signedQuery}`;
        const { identity, mac, macInput } = sdmOffsets(`https://${host}${signedQuery}`);
        expect(file.slice(identity, identity + 32)).toBe("0".repeat(32));
        expect(file.slice(identity - 3, identity)).toBe("?e=");
        expect(file.slice(mac)).toBe("0".repeat(16));
        expect(macInput).toBe(mac);
      }),
    );
  });
});

describe("readUid", () => {
  test.each([
    ["04:a2:1b:3c:5d:6e:80", "04A21B3C5D6E80"],
    [" 04 A2 1B 3C 5D 6E 80 ", "04A21B3C5D6E80"],
    ["0x04a21b3c5d6e80", "04A21B3C5D6E80"],
    ["0X04A21B3C5D6E80", "04A21B3C5D6E80"],
    ["04-a2.1b–3c", "04A21B3C"],
    ["04a21b3c5d6e80112233", "04A21B3C5D6E80112233"],
  ])("reads %j as %j", (written, uid) => {
    expect(readUid(written)).toBe(uid);
  });

  test.each([
    "",
    "04A21B3",
    "04A21B3C5",
    "04A21B3C5D6E8",
    "04A21B3C5D6E8011",
    "04A21B3C5D6E8011223344",
    "00000000000000",
    "00000000",
    "04A21B3C5D6E8G",
    "10x04A21B3C5D6E80",
    "04A21B3C0x",
  ])("returns null for %j", (written) => {
    expect(readUid(written)).toBeNull();
  });
});
