// One strange form from anybody would cause a server error or keep the server busy for everyone.
import { describe, expect, test } from "vitest";
import { readableOf } from "./finder-page.ts";
import { createTestData, emails } from "./permission-data.ts";
import { table } from "./permission-table.ts";
import { app, type Form, openSite } from "./site.ts";
import type { Visitor } from "./visitor.ts";

const site = await openSite();

const people: Partial<Record<"owner" | "admin", Visitor>> = {};
const owned = await createTestData(site.ctx);
people.owner = await site.signInAs(emails.owner);
people.admin = await site.signInAs(emails.admin);

/** Ids of all routes that accept a form. */
const actions = Object.values(app.routes).flatMap((route) =>
  // This route reads no form: any POST creates a file of codes, which is expensive by design.
  route?.module.action && route.id !== "features/admin/tag-batches/claim-codes-file" ? [route.id] : [],
);
const furthestReached = (id: string) => {
  const { access, endsSession } = table[id]!;
  if (access === "everyone" || endsSession) return undefined;
  return people[access === "admins" ? "admin" : "owner"]?.copy();
};
const intentOf = (id: string) => table[id]!.post!.form(owned).intent ?? "";

/**
 * Returns the milliseconds of CPU time that `work` takes in this process: the minimum of up to `tries`, or the first
 * one of at most `enough`. The minimum excludes other activity.
 */
async function minCpuMs(work: () => Promise<unknown>, { enough = 0, tries = 8 }): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (; tries > 0 && least > enough; tries--) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Maximum CPU milliseconds that a rejection may take in addition to rendering its page. */
const maxExtraMs = 100;
const pageCpuMs = new Map<string, number>();

/** Returns the CPU milliseconds of rendering the form's page with an ordinary rejection. */
async function cpuMsOfPage(id: string): Promise<number> {
  const cached = pageCpuMs.get(id);
  if (cached !== undefined) return cached;
  const form = { intent: intentOf(id), __intent__: "{" };
  const milliseconds = await minCpuMs(
    async () => answers(await site.post(table[id]!.path(owned), form, { as: furthestReached(id) })),
    { tries: 3 },
  );
  pageCpuMs.set(id, milliseconds);
  return milliseconds;
}

/** Upper limit for the uncompressed size of a page in bytes. */
const wholePage = 200_000;

const answers = async (answer: Response) => ({ status: answer.status, bytes: (await answer.arrayBuffer()).byteLength });

describe("`__intent__` values of the form library", () => {
  const list = (name: unknown, more: object = {}) => JSON.stringify({ type: "insert", payload: { name, ...more } });
  const far: [string, Record<string, string>][] = [
    ["a value far down a list", { __intent__: update("a[3000000].b", "x") }],
    ["a list of another form", { __intent__: list("a[3000000].b") }],
    [
      "a list among many lists",
      Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`a${at}${"[99]".repeat(40)}`, "x"])),
    ],
  ];
  const odd: [string, Record<string, string>][] = [
    ["a row far down a list", { __intent__: list("contacts", { index: 3_000_000 }) }],
    ["a value of a row", { __intent__: list("contacts", { defaultValue: { name: "x" } }) }],
    ["everything reset", { __intent__: JSON.stringify({ type: "reset", payload: {} }) }],
    ["the parent of every object", { __intent__: update("__proto__.x", "x") }],
    ["the parent of every object, as a list", { __intent__: list("__proto__") }],
    ["a constructor", { __intent__: update("constructor.prototype.x", "x") }],
    ["a name of 20,000 levels", { __intent__: list("a.".repeat(20_000)) }],
    ["a kept state", { __state__: JSON.stringify({ validated: { x: true } }) }],
    ["no JSON", { __intent__: "{" }],
    ["a number", { __intent__: "1" }],
    ["a list that came as one value", { __intent__: list("contacts"), contacts: "x" }],
    ["the parent of every object, as a field", { "__proto__.x": "y" }],
    ["a constructor, as a field", { "constructor.prototype.x": "y" }],
  ];
  function update(name: string, value: unknown): string {
    return JSON.stringify({ type: "update", payload: { name, value } });
  }

  async function expectCheap(id: string, bodies: typeof far) {
    const path = table[id]!.path(owned);
    const as = furthestReached(id);
    const maxMs = (await cpuMsOfPage(id)) + maxExtraMs;
    for (const [what, body] of bodies) {
      let got = { status: 0, bytes: 0 };
      const milliseconds = await minCpuMs(
        async () => {
          got = await answers(await site.post(path, { intent: intentOf(id), ...body }, { as }));
        },
        { enough: maxMs },
      );
      expect({
        what,
        isServerError: got.status >= 500,
        isSmall: got.bytes < wholePage,
        isQuick: milliseconds < maxMs,
      }).toEqual({
        what,
        isServerError: false,
        isSmall: true,
        isQuick: true,
      });
    }
  }

  test.each(actions)("are cheap to reject at %s", (id) => expectCheap(id, far));

  test.each(["pet-new", "features/auth/sign-in-page", "features/pages/contact/contact-page"])(
    "of any kind cause no server error at %s",
    (id) => expectCheap(id, odd),
  );

  test.each([
    ["/auth", "signIn"],
    ["/auth/forgot", ""],
    ["/contact", ""],
    ["/community-reports/new", ""],
  ])("are rejected by %s with a helpful message", async (path, intent) => {
    for (const language of ["en", "ar"] as const) {
      const answer = await site.post(path, { intent, __intent__: list("__proto__") }, { language });
      expect([
        answer.status,
        readableOf(await answer.text()).includes(site.ctx.translator(language)("errors.bodyUnreadable")),
      ]).toEqual([400, true]);
    }
  });

  test("modify a list that the form has buttons for, and keep the input", async () => {
    const add = (payload: object, type = "insert") =>
      site.post(
        "/dashboard/pets/new",
        {
          intent: "save",
          name: "Nour",
          "contacts[0].name": "Mona",
          "contacts[1].name": "Omar",
          __intent__: JSON.stringify({ type, payload }),
        },
        { as: people.owner },
      );
    const moved = await add({ name: "contacts", from: 1, to: 0 }, "reorder");
    const html = await moved.text();
    expect([
      moved.status,
      html.includes('value="Nour"'),
      html.indexOf('value="Omar"') < html.indexOf('value="Mona"'),
    ]).toEqual([200, true, true]);
    expect((await (await add({ name: "contacts", index: 0 }, "remove")).text()).includes('value="Mona"')).toBe(false);
    expect(await (await add({ name: "contacts" })).text()).toContain('name="contacts[2].name"');
    expect((await add({ name: "contacts", index: 101 })).status).toBe(400);
  });
});

describe("body with very many small parts", () => {
  const part = Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n');
  const parts = Buffer.concat([
    ...Array(Math.floor((20 * 1024 * 1024) / part.length)).fill(part),
    Buffer.from("--x--"),
  ]);
  const pairs = Buffer.from("a=&".repeat(340_000));
  const kinds: [string, string, Buffer<ArrayBuffer>][] = [
    ["20 MB of parts", "multipart/form-data; boundary=x", parts],
    ["1 MB of pairs", "application/x-www-form-urlencoded", pairs],
  ];

  /** Streams bytes as a network does: in chunks, and only as many as are requested. */
  function inPieces(bytes: Buffer<ArrayBuffer>, sent: { bytes: number }): ReadableStream<Uint8Array> {
    return new ReadableStream(
      {
        pull(controller) {
          const piece = bytes.subarray(sent.bytes, sent.bytes + 64 * 1024);
          sent.bytes += piece.length;
          if (piece.length === 0) controller.close();
          else controller.enqueue(new Uint8Array(piece));
        },
      },
      { highWaterMark: 0 },
    );
  }

  test.each(actions)("is cheap to reject at %s, with or without a content length", async (id) => {
    const path = table[id]!.path(owned);
    const as = furthestReached(id);
    const maxMs = (await cpuMsOfPage(id)) + maxExtraMs;
    for (const [what, type, bytes] of kinds)
      for (const length of [String(bytes.length), null]) {
        let got = { status: 0, bytes: 0 };
        let sent = { bytes: 0 };
        const milliseconds = await minCpuMs(
          async () => {
            sent = { bytes: 0 };
            const headers: Record<string, string> = { "content-type": type, "sec-fetch-site": "same-origin" };
            if (length) headers["content-length"] = length;
            const init = { method: "POST", body: inPieces(bytes, sent), headers, duplex: "half" as const };
            got = await answers(await site.send(path, init, { as }));
          },
          { enough: maxMs },
        );
        expect({
          what,
          length,
          isServerError: got.status >= 500,
          isSmall: got.bytes < wholePage,
          isQuick: milliseconds < maxMs,
          isReadWhole: sent.bytes > 512 * 1024,
        }).toEqual({ what, length, isServerError: false, isSmall: true, isQuick: true, isReadWhole: false });
      }
  });

  test.each(kinds)("(%s) is rejected with a message, and the connection is closed", async (_what, type, bytes) => {
    for (const path of ["/auth", "/language", `/tag/${owned.tagCode}`])
      for (const language of ["en", "ar"] as const) {
        const headers = { "content-type": type, "sec-fetch-site": "same-origin" };
        const init = { method: "POST", body: inPieces(bytes, { bytes: 0 }), headers, duplex: "half" as const };
        const answer = await site.send(path, init, { language });
        const text = readableOf(await answer.text());
        const t = site.ctx.translator(language);
        expect([path, [400, 413].includes(answer.status), answer.headers.get("connection")]).toEqual([
          path,
          true,
          "close",
        ]);
        expect(text.includes(t("errors.bodyTooLarge")) || text.includes(t("errors.bodyUnreadable"))).toBe(true);
      }
  });
});

test("input arrives as it was typed, in both form encodings", async () => {
  const typed = {
    name: "نور & <Co> 100% + 🐈 =;\"'",
    email: "mona@example.com",
    topic: "question",
    body: "one\r\ntwo\u0000three & four",
  };
  const multipart = new FormData();
  for (const [name, value] of Object.entries({ ...typed, email: "no address" })) multipart.set(name, value);
  const forms: Form[] = [{ ...typed, email: "no address" }, multipart];
  for (const form of forms) {
    const html = await (await site.post("/contact", form)).text();
    expect(html).toContain("نور &amp; &lt;Co&gt; 100% + 🐈 =;&quot;&#x27;");
    expect(html.replaceAll("\r", "")).toContain("one\ntwothree &amp; four");
  }
});
