import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chipNames, chips, fits, readUid, sdmOffsets, signedQuery, signsTaps } from "./ndef.rules.ts";

test("one chip alone signs its taps", () => {
  expect(chipNames.filter(signsTaps)).toEqual(["ntag424"]);
});

describe("room on a chip", () => {
  const short = (length: number) => `https://${"a".repeat(length)}`;

  test.each(chipNames)("%s: to the last character behind the abbreviated beginning, and no further", (chip) => {
    expect(fits(chip, short(chips[chip]))).toBe(true);
    expect(fits(chip, short(chips[chip] + 1))).toBe(false);
  });

  test("each beginning is abbreviated, the longest that fits, in any letter case", () => {
    const room = "a".repeat(chips.ntag213);
    for (const beginning of ["https://www.", "http://www.", "https://", "http://", "HTTPS://WWW.", ""]) {
      expect(fits("ntag213", beginning + room)).toBe(true);
      expect(fits("ntag213", `${beginning}b${room}`)).toBe(false);
    }
    expect(fits("ntag213", `ftp://${room}`)).toBe(false);
  });
});

describe("where a chip that signs writes", () => {
  test("counts from the start of its file: two bytes of length, five of the record's head", () => {
    // NT4H2421Tx §9: a URI record D1 01 len 55 04 behind the two bytes of the file's length.
    expect(sdmOffsets("https://a.eg/n/?e=0&c=0")).toEqual({ identity: 17, macInput: 21, mac: 21 });
  });

  test("points at the zeros that hold the places", () => {
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

describe("a chip's UID", () => {
  test.each([
    ["04:a2:1b:3c:5d:6e:80", "04A21B3C5D6E80"],
    [" 04 A2 1B 3C 5D 6E 80 ", "04A21B3C5D6E80"],
    ["0x04a21b3c5d6e80", "04A21B3C5D6E80"],
    ["0X04A21B3C5D6E80", "04A21B3C5D6E80"],
    ["04-a2.1b–3c", "04A21B3C"],
    ["04a21b3c5d6e80112233", "04A21B3C5D6E80112233"],
  ])("%j is read as %j", (written, uid) => {
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
  ])("%j is none", (written) => {
    expect(readUid(written)).toBeNull();
  });
});
