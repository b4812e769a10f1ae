// A finder's message that was taken during an outage would vanish with the next restart.
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createId } from "../db/uuid.server.ts";
import { createPageCache } from "./page-cache.server.ts";
import { createSubmissionQueue, type SubmissionQueue } from "./submission-queue.server.ts";

let folder: string;
let queue: SubmissionQueue;
const at = new Date("2026-11-21T12:00:00Z");
const createSubmission = (values = {}) => ({
  id: createId(),
  kind: "form",
  network: "203.0.113.0/24",
  at,
  body: { a: "قطة" },
  ...values,
});

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "aleef-box-"));
  queue = createSubmissionQueue(folder);
});
afterEach(async () => {
  queue.close();
  await rm(folder, { recursive: true });
});

test("returns submissions in order and unchanged, also after a restart", async () => {
  const submissions = [createSubmission(), createSubmission({ body: ["second"] }), createSubmission()];
  expect(await Promise.all(submissions.map((one) => queue.add(one)))).toEqual(["stored", "stored", "stored"]);
  queue.close();
  queue = createSubmissionQueue(folder);
  expect(queue.waiting(0, 9)).toMatchObject(submissions);
  expect(queue.waiting(1, 1)).toMatchObject([submissions[1] as object]);
  expect(queue.find(submissions[1]!.id)).toMatchObject({ body: ["second"], at });
  queue.done(submissions[0]!.id);
  queue.recordFailure(submissions[1]!.id);
  expect(queue.waiting(0, 9).map(({ id, tries }) => [id, tries])).toEqual([
    [submissions[1]!.id, 1],
    [submissions[2]!.id, 0],
  ]);
});

test("one network cannot fill the queue for others", async () => {
  const many = await Promise.all(Array.from({ length: 70 }, () => queue.add(createSubmission())));
  expect(many.filter((outcome) => outcome === "stored")).toHaveLength(60);
  expect(many.at(-1)).toBe("tooMany");
  expect(await queue.add(createSubmission({ network: "198.51.100.0/24" }))).toBe("stored");
  expect(await queue.add(createSubmission({ kind: "other" }))).toBe("stored");
  expect(await queue.add(createSubmission({ at: new Date(at.getTime() + 600_001) }))).toBe("stored");
});

test("low-priority submissions use at most half, and isFull reports a full queue", async () => {
  const fill = (count: number, name: string, options = {}) =>
    Promise.all(
      Array.from({ length: count }, (_, n) => queue.add(createSubmission({ network: `${name}${n}` }), options)),
    );
  const lowPriority = await fill(10_100, "a", { isLowPriority: true });
  expect(lowPriority.filter((outcome) => outcome === "stored")).toHaveLength(10_000);
  expect(queue.isFull()).toBe(false);
  expect((await fill(10_001, "b")).at(-1)).toBe("full");
  expect(queue.isFull()).toBe(true);
  queue.done(queue.waiting(0, 1)[0]!.id);
  expect(queue.isFull()).toBe(false);
});

test("reports a write failure once, keeps nothing meanwhile, and continues once there is space", async () => {
  const errors: unknown[] = [];
  queue.close();
  queue = createSubmissionQueue(folder, (error) => errors.push(error));
  const file = new DatabaseSync(path.join(folder, "offline-fallback/submissions.sqlite"));
  file.exec(
    "create trigger no_room before insert on dropped begin select raise(fail, 'database or disk is full'); end",
  );
  expect(await Promise.all([createSubmission(), createSubmission()].map((one) => queue.add(one)))).toEqual([
    "noDisk",
    "noDisk",
  ]);
  expect([queue.isFull(), queue.count(), errors.map(String)]).toEqual([true, 0, ["Error: database or disk is full"]]);
  file.exec("drop trigger no_room");
  file.close();
  expect(await queue.add(createSubmission())).toBe("stored");
  expect(queue.isFull()).toBe(false);
});

test("the files are only readable by their owner, and deleted data is erased from them", async () => {
  const copies = createPageCache(folder);
  copies.replace(
    new Map([
      ["A", "a secret of yesterday"],
      ["B", "b"],
      ["C", "c"],
    ]),
    { after: "", upTo: null },
  );
  copies.replace(new Map([["B", "b"]]), { after: "", upTo: "B" });
  expect(["A", "B", "C"].map((key) => copies.find(key))).toEqual([null, "b", "c"]);
  copies.replace(new Map(), { after: "B", upTo: null });
  expect(copies.find("C")).toBeNull();
  copies.close();
  const fallback = path.join(folder, "offline-fallback");
  expect((await stat(fallback)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(fallback)) expect((await stat(path.join(fallback, name))).mode & 0o077).toBe(0);
  const { readFile } = await import("node:fs/promises");
  expect((await readFile(path.join(fallback, "tag-pages.sqlite"))).includes("a secret of yesterday")).toBe(false);
});
