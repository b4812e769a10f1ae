// The factory would produce tags from a file that is incomplete, or that gives away their keys.
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { listCodesToPrint } from "#app/features/admin/tags/print-labels.server.ts";
import { readCsv } from "#app/platform/http/csv/read-csv.server.ts";
import { soon } from "#tests/eventually.ts";
import { createTestAdmin, createTestBatch, createTestTag, createTestUser } from "#tests/make.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { tapSettings } from "#tests/taps.ts";
import { createTestApp } from "#tests/test-app.ts";
import { getNextCode, recordUnknownCode } from "../claim/honeytokens.server.ts";
import { readUid, sdmOffsets } from "../ndef.rules.ts";
import { findTag } from "../tags.server.ts";
import { tagHoneytokens } from "../tags.tables.server.ts";
import { createBatch, getBatch, listBatchCodes } from "./batches.server.ts";
import { createTag } from "./create-tags.server.ts";
import { exportFactoryFile } from "./factory-file.server.ts";
import { importChips } from "./import-chips.server.ts";

let made = 0;

const testApp = await createTestApp({ env: tapSettings });
const admin = await createTestAdmin(testApp.ctx);

const refused = { code: "accounts.adminRequired", status: 403 };
const newUid = () => `04${(++made).toString(16).toUpperCase().padStart(12, "0")}`;

describe("batch", () => {
  test("is created as a whole, under a unique name, by administrators only", async () => {
    const id = await createTestBatch(testApp.ctx, { name: "Spring", count: 700 });
    expect(await getBatch(testApp.ctx, admin, id)).toMatchObject({ tagCount: 700, claimedCount: 0, chipCount: 0 });
    await expect(createTestBatch(testApp.ctx, { name: "Spring" })).rejects.toMatchObject({ code: "batches.nameTaken" });
    const owner = await createTestUser(testApp.ctx);
    const form = { name: "Mine", count: 1, chip: "ntag213", hasClaimCodes: false } as const;
    await expect(createBatch(testApp.ctx, owner, form)).rejects.toMatchObject(refused);
    await expect(getBatch(testApp.ctx, owner, id)).rejects.toMatchObject(refused);
    await expect(getBatch(testApp.ctx, admin, "nonsense")).rejects.toMatchObject({ status: 404 });
    for (const count of [0, 2001, 1.5, -1, Number.NaN])
      await expect(createBatch(testApp.ctx, admin, { ...form, count })).rejects.toMatchObject({ field: "count" });
  });

  test("requires keys for signing chips", async () => {
    const ctx = { ...testApp.ctx, settings: { ...testApp.ctx.settings, tapKeys: [] } };
    await expect(createTestBatch(ctx, { chip: "ntag424" })).rejects.toMatchObject({
      code: "batches.noKeys",
      field: "chip",
    });
  });
});

describe("factory file", () => {
  async function rowsOf(id: string) {
    const { pieces } = await exportFactoryFile(testApp.ctx, admin, id);
    const csv = await text(pieces);
    expect(csv.startsWith("\uFEFFseq,batch,tag_code,")).toBe(true);
    const [head, ...rows] = readCsv(csv).map(({ cells }) => cells);
    return rows.map((cells) => Object.fromEntries(head!.map((name, at) => [name, cells[at]])));
  }

  test("has one row per tag, without key columns for plain chips", async () => {
    const rows = await rowsOf(await createTestBatch(testApp.ctx, { name: "=Plain", count: 3, chip: "ntag213" }));
    expect(rows.map(({ seq }) => seq)).toEqual(["1", "2", "3"]);
    const key = rows[0]!.tag_code!.replaceAll("-", "");
    expect(rows[0]).toEqual({
      seq: "1",
      batch: "=Plain",
      tag_code: expect.stringMatching(/^.{4}-.{4}-.{4}$/),
      nfc_url: `http://localhost:3000/n/${key}`,
      qr_url: `HTTP://LOCALHOST:3000/T/${key}`,
      chip: "ntag213",
      read_only: "TRUE",
      print_line1: rows[0]!.tag_code,
      print_line2: "localhost:3000",
    });
  });

  test("states for signing chips where the placeholders start in the chip's file", async () => {
    const [row] = await rowsOf(await createTestBatch(testApp.ctx, { count: 1, chip: "ntag424" }));
    const file = Buffer.concat([Buffer.alloc(7), Buffer.from(row!.nfc_url!.replace("http://", ""))]).toString("latin1");
    expect(file.slice(Number(row!.picc_offset)).startsWith(`${"0".repeat(32)}&c=`)).toBe(true);
    expect(file.slice(Number(row!.mac_offset))).toBe("0".repeat(16));
    expect(row).toMatchObject({ sdm_mode: "encrypted", key_version: "1", mac_input_offset: row!.mac_offset });
    expect(row!.meta_key_no).not.toBe(row!.file_key_no);
  });

  test("has the offsets of NXP's example (AN12196, table 15)", () => {
    expect(sdmOffsets(`https://choose.url.com/ntag424?e=${"0".repeat(32)}&c=${"0".repeat(16)}`)).toEqual({
      identity: 0x20,
      macInput: 0x43,
      mac: 0x43,
    });
  });
});

test.each([
  ["04:a1-b2 c3.d4e5f6", "04A1B2C3D4E5F6"],
  [" 0x04a1b2c3d4e5f6 ", "04A1B2C3D4E5F6"],
  ["04A1B2C3", "04A1B2C3"],
  ["04A1B2C3D4E5F60718AA", "04A1B2C3D4E5F60718AA"],
  ["04A1B2C3D4E5F", null],
  ["4.82E+15", null],
  ["00000000000000", null],
  ["=HEX2DEC(4)", null],
  ["", null],
])("%j is read as a UID", (typed, uid) => {
  expect(readUid(typed)).toBe(uid);
});

describe("importChips", () => {
  const importFile = (text: string, isTrial = false) => importChips(testApp.ctx, admin, text, { isTrial });
  const outcomes = async (text: string) => (await importFile(text)).rows.map(({ outcome }) => outcome);

  test("binds chips to their tags, regardless of the file's format", async () => {
    const codes = await listBatchCodes(
      testApp.ctx,
      (await getBatch(testApp.ctx, admin, await createTestBatch(testApp.ctx))).name,
    );
    const uids = [newUid(), newUid()];
    const spaced = uids[1]!.toLowerCase().match(/../g)!.join(":");
    const file = `\uFEFFuid;Tag_Code;encoded_at;result\r\n${uids[0]};${codes[0]!.toLowerCase()};2026-11-21;OK\r\n\r\n"${spaced}";${codes[1]!.replaceAll("-", "")};;ok\r\n`;
    expect(await importFile(file, true)).toMatchObject({ isDone: false });
    expect((await findTag(testApp.ctx, codes[0]!))?.uid).toBeNull();
    expect(await importFile(file)).toMatchObject({
      isDone: true,
      rows: [
        { line: 2, outcome: "bound" },
        { line: 4, outcome: "bound" },
      ],
    });
    expect((await findTag(testApp.ctx, codes[1]!))?.uid).toBe(uids[1]);
    expect(await importFile(file)).toMatchObject({
      isDone: false,
      rows: [{ outcome: "already" }, { outcome: "already" }],
    });
  });

  test("reports an outcome per row and binds nothing when one row is wrong", async () => {
    const fresh = await Promise.all(Array.from({ length: 6 }, () => createTestTag(testApp.ctx)));
    const [good, twice, third, fourth, bound, failed] = fresh.map(({ code }) => code) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const [used, same] = [newUid(), newUid()];
    expect(await outcomes(`tag_code,uid\n${bound},${used}`)).toEqual(["bound"]);
    const rows: [string, string, string][] = [
      [good, newUid(), "bound"],
      [twice, newUid(), "codeTwice"],
      [twice.toLowerCase(), newUid(), "codeTwice"],
      [third, same, "uidTwice"],
      [fourth, same, "uidTwice"],
      ["7K3M-9QXR-2VHT", newUid(), "unknownCode"],
      ["", newUid(), "noCode"],
      ["=cmd|'/C calc'!A0", newUid(), "formula"],
      [good.slice(0, 4), "+1+2", "formula"],
      [(await createTestTag(testApp.ctx)).code, "not-hex", "badUid"],
      [(await createTestTag(testApp.ctx)).code, used, "uidTaken"],
      [bound, newUid(), "otherChip"],
    ];
    const text = ["tag_code,uid,result", ...rows.map(([code, uid]) => `${code},${uid},OK`), `${failed},,FAIL`].join(
      "\n",
    );
    const report = await importFile(text);
    expect(report.rows.map(({ outcome }) => outcome)).toEqual([...rows.map(([, , outcome]) => outcome), "rejected"]);
    expect(report.isDone).toBe(false);
    expect((await findTag(testApp.ctx, good))?.uid).toBeNull();
  });

  test("accepts 100,000 rows and rejects one more", async () => {
    const code = "7K3M-9QXR-2VHT";
    const many = Array.from(
      { length: 100_000 },
      (_, at) => `${code.slice(0, 4)}${String(at).padStart(8, "0")},${newUid()}`,
    );
    const report = await importFile(`tag_code,uid\n${many.join("\n")}`);
    expect(report.rows).toHaveLength(100_000);
    expect(report.isDone).toBe(false);
    await expect(importFile(`tag_code,uid\n${many.join("\n")}\nA,B`)).rejects.toMatchObject({
      code: "batches.chips.tooMany",
    });
  });

  test("requires both columns and an administrator", async () => {
    for (const text of ["", "code,uid\n1,2", "tag_code\n1", "\u0000\u0001"])
      await expect(importFile(text)).rejects.toMatchObject({ code: "batches.chips.noColumns" });
    const broken = `tag_code,uid\n${"A,B\n".repeat(3)}"`;
    await expect(importFile(broken)).rejects.toMatchObject({
      code: "errors.csvRow",
      field: "file",
      params: { line: 4 },
    });
    await expect(importFile("tag_code,uid\n")).rejects.toMatchObject({ code: "batches.chips.empty" });
    const owner = await createTestUser(testApp.ctx);
    await expect(importChips(testApp.ctx, owner, "tag_code,uid\n1,2", { isTrial: true })).rejects.toMatchObject(
      refused,
    );
  });

  test("binds once when the same file is submitted concurrently", async () => {
    const { code } = await createTestTag(testApp.ctx);
    const results = await Promise.allSettled([1, 2].map(() => importFile(`tag_code,uid\n${code},${newUid()}`)));
    const done = results.filter((one) => one.status === "fulfilled" && one.value.isDone);
    expect(done).toHaveLength(1);
  });
});

describe("honeytoken code", () => {
  const listNotifications = () => notificationsFor(testApp.ctx, admin.id);

  test("is next to codes of its batch and notifies administrators once an hour; other unknown codes notify no one", async () => {
    const batch = await getBatch(testApp.ctx, admin, await createTestBatch(testApp.ctx, { count: 40 }));
    const codes = await listBatchCodes(testApp.ctx, batch.name);
    const honeytokens = await testApp.ctx.db.select().from(tagHoneytokens).where(eq(tagHoneytokens.batch, batch.name));
    expect(honeytokens).toHaveLength(3);
    const neighbours = new Set(codes.map(getNextCode));
    for (const { codeKey } of honeytokens) {
      expect(neighbours.has(codeKey)).toBe(true);
      expect(await findTag(testApp.ctx, codeKey)).toBeNull();
    }
    for (const tried of ["nonsense", codes[0]!, "7K3M-9QXR-2VHT", "\u0000'; drop table tags"])
      await recordUnknownCode(testApp.ctx, tried, "198.51.100.7");
    expect(await listNotifications()).toEqual([]);
    const tried = honeytokens[0]!.codeKey.toLowerCase();
    await Promise.all([1, 2, 3].map(() => recordUnknownCode(testApp.ctx, tried, "198.51.100.7")));
    await soon(async () => expect(await listNotifications()).toHaveLength(1));
    expect(await listNotifications()).toMatchObject([
      {
        kind: "guessing",
        params: { batchName: batch.name, network: expect.stringContaining("198.51.100") },
        link: `/admin/tags/batches/${batch.id}`,
      },
    ]);
    testApp.setNow("2026-11-21T13:01:00Z");
    await recordUnknownCode(testApp.ctx, tried, "198.51.100.7");
    testApp.setNow("2026-11-21T12:00:00Z");
    expect(await listNotifications()).toHaveLength(2);
  });
});

describe("listCodesToPrint", () => {
  test("returns the codes of a batch, typed codes, or those that a search finds", async () => {
    const batch = await getBatch(testApp.ctx, admin, await createTestBatch(testApp.ctx));
    const codes = await listBatchCodes(testApp.ctx, batch.name);
    expect(await listCodesToPrint(testApp.ctx, admin, { batchId: batch.id })).toEqual({ name: batch.name, codes });
    await createTag(testApp.ctx, admin, "MY-OWN-ONE");
    const typed = `${codes[1]!.toLowerCase()}, my-own-one\n\n${codes[1]}`;
    expect((await listCodesToPrint(testApp.ctx, admin, { codes: typed })).codes).toEqual([codes[1], "MY-OWN-ONE"]);
    expect((await listCodesToPrint(testApp.ctx, admin, { search: "MY-OWN" })).codes).toEqual(["MY-OWN-ONE"]);
    await expect(listCodesToPrint(testApp.ctx, admin, { codes: `${codes[0]}\nNONE-SUCH` })).rejects.toMatchObject({
      code: "batches.print.unknown",
      params: { code: "NONE-SUCH" },
    });
    await expect(listCodesToPrint(testApp.ctx, admin, { codes: " , \n" })).rejects.toMatchObject({
      code: "batches.print.none",
    });
    await expect(
      listCodesToPrint(testApp.ctx, await createTestUser(testApp.ctx), { codes: codes[0]! }),
    ).rejects.toMatchObject(refused);
  });
});
