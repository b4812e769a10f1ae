// A stranger would see what a finder photographed, or a photo would tell where a person lives.
import { readdirSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import {
  conversations,
  messageAttachments,
  messages,
} from "#app/features/conversations/conversations.tables.server.ts";
import { createReportConversation } from "#app/features/lost-found/conversations/report-conversations.server.ts";
import { createGuestReport, createReport, deleteReport } from "#app/features/lost-found/publish-reports.server.ts";
import { createManageKey, readWriterKey } from "#app/features/lost-found/report-emails.server.ts";
import { confirmReport } from "#app/features/lost-found/report-states.server.ts";
import arabic from "#app/locales/ar/proofWords.json" with { type: "json" };
import english from "#app/locales/en/proofWords.json" with { type: "json" };
import type { WordKey } from "#app/platform/i18n/words.ts";
import { signUpTestUser } from "#tests/make.ts";
import { createVoice, voiceFormats } from "#tests/make-voice.ts";
import { plainPicture } from "#tests/plain-picture.ts";
import { pngOf } from "#tests/png.ts";
import { openFinderApp } from "./finder-app.ts";
import { notificationsOf, scansOf, textOf } from "./finder-page.ts";
import type { Visitor } from "./visitor.ts";

const here = await openFinderApp();
const { site, reportFound } = here;
const t = site.ctx.translator("en");
const { db } = site.ctx;

const plain = plainPicture(640, 400);
const jpeg = await plain
  .clone()
  .withExif({ IFD0: { Artist: "canary-artist" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "30/1 2/1 0/1" } })
  .jpeg()
  .toBuffer();

const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom\0\0\0\0isommp42")]);

const voiceHeaders = {
  "accept-ranges": "bytes",
  "cache-control": "private, no-store",
  "content-disposition": 'inline; filename="voice.webm"',
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "content-type": "audio/webm",
  "x-content-type-options": "nosniff",
};

type Bytes = Uint8Array | string;

function message(fields: Record<string, string>, photo: Bytes | null, name = "him.jpg", type = "image/jpeg"): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(fields)) data.set(key, value);
  if (photo !== null) data.set("photo", new File([photo as BlobPart], name, { type }));
  return data;
}
const reply = (body: string, photo: Bytes | null = jpeg) => message({ intent: "reply", body }, photo);

const stored = () =>
  readdirSync(path.join(site.served.settings.dataDir, "files"), { recursive: true })
    .map(String)
    .filter((name) => name.startsWith("attachments/") && name.includes("."));

/** Returns the newest message of a conversation with its attachment. */
async function newest(conversationId: string) {
  const rows = await db
    .select()
    .from(messages)
    .leftJoin(messageAttachments, eq(messageAttachments.messageId, messages.id))
    .where(eq(messages.conversationId, conversationId));
  return rows.toSorted((one, other) => one.messages.id.localeCompare(other.messages.id)).at(-1)!;
}

await signUpTestUser(site.ctx, "other@example.com");
await signUpTestUser(site.ctx, "admin@example.com", { role: "admin" });
const [other, admin] = await Promise.all([site.signInAs("other@example.com"), site.signInAs("admin@example.com")]);

const statusOf = async (address: string, as?: Visitor) => (await site.get(address, as ? { as } : {})).status;

describe("photo in the first form of a tag's page", () => {
  const first = async (fields: Record<string, string>, photo: Bytes | null, name?: string) => {
    const { token, html } = await here.open();
    expect(html).toMatch(/<form id="have-form"[^>]* enctype="multipart\/form-data"/i);
    const form = message({ intent: "have", scan: token, ...fields }, photo, name);
    return site.post(`/tag/${here.tag.code}`, form, { from: here.from });
  };
  const conversationOf = async () => (await scansOf(site, here.tag.id))[0]!.conversationId!;

  test("comes after the words, of which the family is told first", async () => {
    const answer = await first({ note: "Is it him?" }, jpeg);
    expect(answer.headers.get("location")).toMatch(/^\/f\/[^?]+$/);
    const rows = await db
      .select()
      .from(messages)
      .where(eq(messages.conversationId, await conversationOf()));
    expect(rows.map(({ body }) => body)).toEqual(["Is it him?", ""]);
    expect((await newest(await conversationOf())).message_attachments).toMatchObject({ kind: "photo", width: 640 });
    const told = (await notificationsOf(site, here.owner.id)).map(({ kind, params }) => `${kind} ${params.text}`);
    expect(told).toContain("found Is it him?");
    expect(told).toContain(`message ${t("conversations.attachment.photo")}`);
  });

  test("is enough alone", async () => {
    expect((await first({ note: "" }, jpeg)).status).toBe(303);
    expect(await newest(await conversationOf())).toMatchObject({
      messages: { body: "" },
      message_attachments: { kind: "photo" },
    });
    // What browsers send for a field without a file.
    expect((await first({ note: "" }, "", "")).status).toBe(400);
  });

  test.each<[string, Bytes, WordKey]>([
    ["a video", mp4, "form.photoNotImage"],
    ["half a JPEG", jpeg.subarray(0, jpeg.length - 300), "errors.photoDamaged"],
    ["11 MB", Buffer.concat([jpeg, Buffer.alloc(11 * 1024 * 1024)]), "form.photoTooLarge"],
  ])("that is %s is refused in words, and the family is told all the same", async (_, bytes, key) => {
    const answer = await first({ note: "Found near the park" }, bytes);
    const next = answer.headers.get("location")!;
    const page = textOf(await site.getText(next, { from: here.from }));
    expect(page).toContain(textOf(`${t("finderPage.finder.toldWithoutPhoto")} ${t(key)}`));
    expect(await newest(await conversationOf())).toMatchObject({
      messages: { body: "Found near the park" },
      message_attachments: null,
    });
    // Only reasons of ours are shown.
    const other = await site.getText(next.replace(/photo=[^#]*/, "photo=finderPage.finder.yours"));
    expect(textOf(other)).not.toContain(textOf(t("finderPage.finder.toldWithoutPhoto")));
  });
});

/** Runs `work` while the file storage takes nothing. */
async function withoutStorage<Result>(work: () => Promise<Result>): Promise<Result> {
  const put = vi.spyOn(site.served.files, "put").mockRejectedValue(new Error("the bucket is away"));
  try {
    return await work();
  } finally {
    put.mockRestore();
  }
}
const logsFailure = () => site.logged.some((line) => line.includes("the bucket is away"));

describe("while the file storage fails", () => {
  test("the family is told by the first form's words, and the next page says that the photo was not sent", async () => {
    site.logged.length = 0;
    const { token } = await here.open();
    const form = message({ intent: "have", scan: token, note: "Found near the park" }, jpeg);
    const answer = await withoutStorage(() => site.post(`/tag/${here.tag.code}`, form, { from: here.from }));
    expect(answer.status).toBe(303);
    const page = textOf(await site.getText(answer.headers.get("location")!, { from: here.from }));
    expect(page).toContain(textOf(`${t("finderPage.finder.toldWithoutPhoto")} ${t("finderPage.finder.photoNotSent")}`));
    const [scan] = await scansOf(site, here.tag.id);
    expect(await newest(scan!.conversationId!)).toMatchObject({
      messages: { body: "Found near the park" },
      message_attachments: null,
    });
    expect(logsFailure()).toBe(true);
  });

  test("a message with a photo is not sent, and its words stay in the form", async () => {
    site.logged.length = 0;
    const { path: status } = await here.reportFound({ note: "I have him" });
    const form = message({ body: "Here he is", contact: "+201001234567" }, jpeg);
    const answer = await withoutStorage(() => site.post(status, form, { from: here.from }));
    const html = await answer.text();
    expect([answer.status, textOf(html).includes(textOf(t("common.error.general")))]).toEqual([500, true]);
    expect(html).toMatch(/<textarea[^>]*>Here he is<\/textarea>/);
    expect(html).toContain('value="+201001234567"');
    expect(logsFailure()).toBe(true);
  });
});

describe("photo in the conversation about a scan", () => {
  test("is seen by both sides, by an administrator only once it is reported, and by nobody else", async () => {
    const { path: finder, scan } = await reportFound({ note: "He is with me" });
    const { path: stranger } = await reportFound({ note: "Another" });
    expect((await site.post(finder, message({ body: "" }, jpeg), { from: here.from })).status).toBe(303);
    const conversationId = scan.conversationId!;
    const sent = await newest(conversationId);
    expect(sent).toMatchObject({
      messages: { author: "finder", body: "" },
      message_attachments: { kind: "photo", width: 640, height: 400, milliseconds: null },
    });
    const id = sent.messages.id;
    const own = `/dashboard/attachments/${id}`;
    const moderated = `/admin/lost-found/attachments/${id}`;

    const answer = await site.get(`${finder}/attachments/${id}`);
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      "image/webp",
      "private, no-store",
    ]);
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.includes("canary")).toBe(false);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(await statusOf(`${own}?small`, here.as)).toBe(200);

    const refused = async () => [
      await statusOf(`${stranger}/attachments/${id}`),
      await statusOf(`/f/${"x".repeat(43)}/attachments/${id}`),
      await statusOf(own),
      await statusOf(own, other),
      await statusOf(own, admin),
      await statusOf(moderated),
      await statusOf(moderated, other),
      await statusOf(moderated, here.as),
      await statusOf(`/photos/${sent.message_attachments!.fileId}/1600.webp`),
    ];
    const none = [404, 404, 302, 404, 404, 302, 302, 302, 404];
    expect(await refused()).toEqual(none);
    expect(await statusOf(moderated, admin)).toBe(404);
    await site.post(`/dashboard/scan-details/${scan.id}`, { intent: "report" }, { as: here.as });
    expect(await statusOf(moderated, admin)).toBe(200);
    expect(await refused()).toEqual(none);
    const listed = await site.getText("/admin/lost-found/conversations", { as: admin });
    expect(listed).toContain(`${moderated}?small`);
  });

  test("is shown with a text for those who do not see it, in both directions, and notified as a photo", async () => {
    const { path: finder, scan } = await reportFound({ note: "He is with me" });
    const page = `/dashboard/scan-details/${scan.id}`;
    await site.post(finder, message({ body: "Is it him?" }, jpeg), { from: here.from });
    const notification = (await notificationsOf(site, here.owner.id, "message")).at(-1);
    expect(notification?.params.text).toBe(`${t("conversations.attachment.photo")}\nIs it him?`);
    const { messages: sent } = await newest(scan.conversationId!);
    const seen = await site.getText(page, { as: here.as });
    expect(seen).toContain(`src="/dashboard/attachments/${sent.id}?small"`);
    expect(seen).toContain(`alt="${t("conversations.attachment.photoOf", { name: t("conversations.finder") })}"`);

    expect((await site.post(page, reply(""), { as: here.as })).status).toBe(303);
    const { messages: answered } = await newest(scan.conversationId!);
    const live = await site.getText(`${finder}/live`);
    expect(live).toContain(`src="${finder}/attachments/${answered.id}?small"`);
    expect(await statusOf(`${finder}/attachments/${answered.id}`)).toBe(200);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each([
    ["a video", mp4, 415, "form.photoNotImage"],
    ["an SVG", svg, 415, "form.photoNotImage"],
    ["HTML that calls itself a JPEG", "<!doctype html><script>alert(1)</script>", 415, "form.photoNotImage"],
    ["half a JPEG", jpeg.subarray(0, jpeg.length - 300), 415, "errors.photoDamaged"],
    ["a bomb", pngOf(60_000, 60_000), 413, "errors.photoTooManyPixels"],
    ["a bomb of 40 megapixels", pngOf(8_000, 5_000), 413, "errors.photoTooManyPixels"],
    ["11 MB", Buffer.concat([jpeg, Buffer.alloc(11 * 1024 * 1024)]), 413, "form.photoTooLarge"],
  ] as const)("%s is rejected with the reason, keeps the words and leaves nothing", async (_, bytes, status, key) => {
    const { path: finder, scan } = await reportFound({ note: "He is with me" });
    const before = stored();
    const page = `/dashboard/scan-details/${scan.id}`;
    for (const post of [
      () => site.post(finder, message({ body: "canary-words" }, bytes), { from: here.from }),
      () => site.post(page, reply("canary-words", bytes), { as: here.as }),
    ]) {
      const answer = await post();
      expect(answer.status).toBe(status);
      const html = await answer.text();
      expect(textOf(html)).toContain(t(key));
      expect(html).toContain("canary-words");
    }
    expect(stored()).toEqual(before);
    expect((await newest(scan.conversationId!)).messages.body).toBe("He is with me");
  });

  test("of an animated WebP is its first frame, and of a JPEG with HTML behind it the picture alone", async () => {
    const { path: finder, scan } = await reportFound({ note: "He is with me" });
    const frames = Buffer.concat([Buffer.alloc(100 * 100 * 3, 200), Buffer.alloc(100 * 100 * 3, 20)]);
    const animated = await sharp(frames, { raw: { width: 100, height: 200, channels: 3, pageHeight: 100 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    for (const bytes of [animated, Buffer.concat([jpeg, Buffer.from("<script>canary</script>")])]) {
      expect((await site.post(finder, message({ body: "" }, bytes), { from: here.from })).status).toBe(303);
      const { messages: sent } = await newest(scan.conversationId!);
      const shown = Buffer.from(await (await site.get(`${finder}/attachments/${sent.id}`)).arrayBuffer());
      expect([(await sharp(shown).metadata()).pages ?? 1, shown.includes("canary")]).toEqual([1, false]);
    }
  });

  test("cut off in the middle leaves nothing", async () => {
    const { path: finder, scan } = await reportFound({ note: "He is with me" });
    const before = stored();
    const whole = new Response(message({ body: "Half" }, jpeg));
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const headers = { "content-type": whole.headers.get("content-type")!, "sec-fetch-site": "same-origin" };
    const init = { method: "POST", body: bytes.subarray(0, bytes.length - 400), headers };
    expect((await site.send(finder, init, { from: here.from })).status).toBe(400);
    expect(stored()).toEqual(before);
    expect((await newest(scan.conversationId!)).messages.body).toBe("He is with me");
  });

  test("is limited to 60 a day of one conversation and stops with the conversation", async () => {
    const { path: finder, scan } = await reportFound({ note: "He is with me" });
    const page = `/dashboard/scan-details/${scan.id}`;
    await site.served.limits.take({ name: "attachments", points: 60, span: 24 * 3600 }, scan.conversationId!, 59);
    expect((await site.post(finder, message({ body: "" }, jpeg), { from: here.from })).status).toBe(303);
    const over = await site.post(finder, message({ body: "canary-words" }, jpeg), { from: here.from });
    expect([over.status, (await over.text()).includes("canary-words")]).toEqual([429, true]);
    expect((await site.post(page, reply("Hm"), { as: here.as })).status).toBe(429);
    await site.post(page, { intent: "close" }, { as: here.as });
    const before = stored();
    expect((await site.post(finder, message({ body: "x" }, jpeg), { from: here.from })).status).toBe(403);
    expect(stored()).toEqual(before);
  });
});

describe("voice message", () => {
  const voiceForm = (fields: Record<string, string>, bytes: Bytes, photo: Bytes | null = null) => {
    const data = message(fields, photo);
    data.set("voice", new File([bytes as BlobPart], "voice.mp3", { type: "audio/mpeg" }));
    return data;
  };

  test("is played in place with its length by both sides, in parts as Safari asks, and by nobody else", async () => {
    const { path: finder, scan } = await reportFound({ note: "He is with me" });
    const page = `/dashboard/scan-details/${scan.id}`;
    const ogg = await createVoice(7, { format: voiceFormats.ogg() });
    expect((await site.post(finder, voiceForm({ body: "" }, ogg), { from: here.from })).status).toBe(303);
    const { messages: sent, message_attachments: attachment } = await newest(scan.conversationId!);
    expect(attachment).toMatchObject({ kind: "voice", format: "webm", milliseconds: 7000 });
    const notification = (await notificationsOf(site, here.owner.id, "message")).at(-1);
    expect(notification?.params.text).toBe(t("conversations.attachment.voice"));

    const address = `${finder}/attachments/${sent.id}`;
    const answer = await site.get(address);
    expect(Object.fromEntries([...answer.headers].filter(([name]) => name in voiceHeaders))).toEqual(voiceHeaders);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const part = await site.get(address, { headers: { range: "bytes=0-1" } });
    expect([part.status, part.headers.get("content-range"), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      `bytes 0-1/${bytes.byteLength}`,
      2,
    ]);
    const rest = await site.get(address, { headers: { range: `bytes=${bytes.byteLength - 3}-` } });
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(bytes.subarray(-3));
    expect((await site.get(address, { headers: { range: "bytes=9999999-" } })).status).toBe(416);

    const own = `/dashboard/attachments/${sent.id}`;
    expect([await statusOf(own, here.as), await statusOf(own, other), await statusOf(own, admin)]).toEqual([
      200, 404, 404,
    ]);
    const html = await site.getText(page, { as: here.as });
    expect(html).toContain(`src="${own}"`);
    expect(textOf(html)).toContain("0:07");
    expect(textOf(await site.getText(`${finder}/live`))).toContain("0:07");

    const answered = voiceForm(
      { intent: "reply", body: "" },
      await createVoice(3, { format: voiceFormats.mp4(), codec: "aac" }),
    );
    expect((await site.post(page, answered, { as: here.as })).status).toBe(303);
    expect((await newest(scan.conversationId!)).message_attachments).toMatchObject({ kind: "voice", format: "m4a" });
  });

  test.each<[string, () => Promise<Bytes>, number, WordKey]>([
    ["noise", async () => crypto.getRandomValues(new Uint8Array(60_000)), 415, "errors.voiceNotAudio"],
    ["HTML", async () => "<!doctype html><script>alert(1)</script>", 415, "errors.voiceNotAudio"],
    ["a photo", async () => jpeg, 415, "errors.voiceNotAudio"],
    ["an hour", () => createVoice(3600), 413, "errors.voiceTooLong"],
    ["11 MB", async () => new Uint8Array(11 * 1024 * 1024), 413, "errors.voiceTooLarge"],
  ])("of %s is rejected with the reason, keeps the words and leaves nothing", async (_, create, status, key) => {
    const { path: finder, scan } = await reportFound({ note: "He is with me" });
    const before = stored();
    const bytes = await create();
    for (const post of [
      () => site.post(finder, voiceForm({ body: "canary-words" }, bytes), { from: here.from }),
      () =>
        site.post(`/dashboard/scan-details/${scan.id}`, voiceForm({ intent: "reply", body: "canary-words" }, bytes), {
          as: here.as,
        }),
    ]) {
      const answer = await post();
      expect(answer.status).toBe(status);
      const html = await answer.text();
      expect(textOf(html)).toContain(t(key));
      expect(html).toContain("canary-words");
    }
    expect(stored()).toEqual(before);
  });

  test("and a photo in one message are rejected with the words kept", async () => {
    const { path: finder } = await reportFound({ note: "He is with me" });
    const both = voiceForm({ body: "canary-words" }, await createVoice(2), jpeg);
    const answer = await site.post(finder, both, { from: here.from });
    const html = await answer.text();
    expect([answer.status, html.includes("canary-words")]).toEqual([400, true]);
    expect(textOf(html)).toContain(t("conversations.attachment.oneFile"));
  });
});

describe("request for a fresh photo", () => {
  const wordsIn = (text: string) => /“(\w+ \w+)”/.exec(text)?.[1];

  test("shows the finder two words to write down, and the owner the words beside the answer", async () => {
    const { path: finder, scan } = await reportFound({ note: "He is with me" });
    const page = `/dashboard/scan-details/${scan.id}`;
    const read = async (address: string, as?: Visitor) => textOf(await site.getText(address, { ...(as && { as }) }));
    const ask = () => site.post(page, { intent: "ask-photo" }, { as: here.as });
    expect((await ask()).status).toBe(303);
    const words = wordsIn(await read(`${finder}/live`))!;
    const [first = "", second = ""] = words.split(" ");
    expect(first).not.toBe(second);
    for (const word of [first, second]) expect(Object.values(english)).toContain(word);
    expect(await read(finder)).toContain(t("conversations.photoRequest.ask", { words }));
    expect(await read(page, here.as)).toContain(t("conversations.photoRequest.asked", { words }));
    const compare = t("conversations.photoRequest.compare", { words });
    expect(await read(page, here.as)).not.toContain(compare);

    await site.post(finder, message({ body: "Here" }, jpeg), { from: here.from });
    expect(await read(page, here.as)).toContain(compare);
    expect(await read(finder)).not.toContain(words);

    expect((await ask()).status).toBe(303);
    const next = wordsIn(await read(finder));
    expect(next).not.toBe(words);
    // Words without a photo answer nothing.
    await site.post(finder, { body: "I have no camera" }, { from: here.from });
    expect(await read(page, here.as)).not.toContain(t("conversations.photoRequest.compare", { words: next! }));
  });

  test("is in the finder's language, and only the owner's to make", async () => {
    const { path: finder, scan } = await reportFound({ note: "القط معي" });
    await db.update(conversations).set({ finderLanguage: "ar" }).where(eq(conversations.id, scan.conversationId!));
    const page = `/dashboard/scan-details/${scan.id}`;
    expect((await site.post(page, { intent: "ask-photo" }, { as: other })).status).toBe(404);
    await site.post(page, { intent: "ask-photo" }, { as: here.as });
    const live = textOf(await site.getText(`${finder}/live`, { language: "ar" }));
    const words = /«(\S+) (\S+)»/.exec(live) ?? [];
    for (const word of words.slice(1)) expect(Object.values(arabic)).toContain(word);
    expect(words).toHaveLength(3);
  });
});

describe("photo in the conversation about a report", () => {
  const from = (network: number) => ({ address: `198.20.${network}.1`, language: "en" as const });
  const report = {
    type: "cat" as const,
    petName: "Mishmish",
    colors: ["orange" as const],
    seenAt: new Date(Date.now() - 3_600_000),
    area: "Zamalek",
    latitude: 30.06,
    longitude: 31.22,
  };

  test.each(["account", "guest"] as const)("is seen by the reporter (%s) and the writer alone", async (kind) => {
    const ids = { account: 1, guest: 2 };
    const reportId =
      kind === "account"
        ? await createReport(site.ctx, here.owner, { ...report, kind: "lost" }, from(ids[kind]))
        : await createGuestReport(
            site.ctx,
            { ...report, kind: "found", guestEmail: "guest@example.com" },
            from(ids[kind]),
          );
    if (kind === "guest") await confirmReport(site.ctx, { guestOf: reportId });
    const open = (body: string) =>
      createReportConversation(site.ctx, reportId, { body }, { ...from(10 + ids[kind]), actor: null });
    const key = await open("I saw her");
    const strangersKey = await open("And I");
    const conversationId = readWriterKey(site.ctx, key)!;
    const manage = `/community-reports/manage/${createManageKey(site.ctx, reportId)}/conversations/${conversationId}`;
    const writer = `/community-reports/conversations/${key}`;
    const reporter = kind === "guest" ? manage : `/dashboard/lost-found/${reportId}/conversations/${conversationId}`;
    const as = kind === "guest" ? {} : { as: here.as };

    expect((await site.post(writer, reply("Is it her?"))).status).toBe(303);
    const first = (await newest(conversationId)).messages;
    expect((await site.post(reporter, reply(""), as)).status).toBe(303);
    const second = (await newest(conversationId)).messages;
    expect([first.author, second.author]).toEqual(["finder", "owner"]);

    const seenAt = kind === "guest" ? `${manage}/attachments` : "/dashboard/attachments";
    expect(await site.getText(reporter, as)).toContain(`src="${seenAt}/${first.id}?small"`);
    expect(await site.getText(writer)).toContain(`src="${writer}/attachments/${second.id}?small"`);
    expect(await statusOf(`${seenAt}/${first.id}`, kind === "guest" ? undefined : here.as)).toBe(200);
    expect(await statusOf(`${writer}/attachments/${second.id}`)).toBe(200);
    expect(await statusOf(`/community-reports/conversations/${strangersKey}/attachments/${first.id}`)).toBe(404);
    expect(await statusOf(`/dashboard/attachments/${first.id}`, other)).toBe(404);
    expect(await statusOf(`/admin/lost-found/attachments/${first.id}`, admin)).toBe(404);
    await db.update(conversations).set({ state: "reported" }).where(eq(conversations.id, conversationId));
    expect(await statusOf(`/admin/lost-found/attachments/${first.id}`, admin)).toBe(200);

    // Deleted with the report.
    const [file] = await db.select().from(messageAttachments).where(eq(messageAttachments.messageId, first.id));
    expect(stored().some((name) => name.includes(file!.fileId))).toBe(true);
    await deleteReport(site.ctx, kind === "guest" ? { guestOf: reportId } : here.owner, reportId);
    await site.runJobs();
    expect(stored().some((name) => name.includes(file!.fileId))).toBe(false);
    expect(await statusOf(`${writer}/attachments/${first.id}`)).toBe(410);
  });
});
