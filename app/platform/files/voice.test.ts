// A voice message would be a video, a page with scripts, or a file that fills the memory of the whole site.
import * as media from "mediabunny";
import { describe, expect, test } from "vitest";
import { createVoice, voiceFormats } from "#tests/make-voice.ts";
import { plainJpeg } from "#tests/plain-picture.ts";
import { readVoice } from "./voice.server.ts";

const sender = { id: "owner" };
const read = (bytes: Uint8Array) => readVoice(bytes, sender, "voice");

async function inspect(bytes: Uint8Array) {
  const input = new media.Input({ source: new media.BufferSource(bytes), formats: media.ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  return { format: (await input.getFormat()).name, codec: track?.codec, seconds: await input.computeDuration() };
}

describe("voice message", () => {
  test.each([
    ["WebM, as Chrome and Firefox record", voiceFormats.webm(), "opus", "webm", "WebM"],
    ["Ogg, as WhatsApp sends", voiceFormats.ogg(), "opus", "webm", "WebM"],
    ["MP4, as telephones record", voiceFormats.mp4(), "aac", "m4a", "MP4"],
    ["MP4 in fragments, as Safari records", voiceFormats.fragments(), "aac", "m4a", "MP4"],
  ] as const)("in %s is kept in a new container that says its length", async (_, format, codec, kept, name) => {
    const voice = await read(await createVoice(12, { format, codec }));
    expect(voice).toMatchObject({ format: kept });
    expect(voice.milliseconds).toBeGreaterThan(11_900);
    expect(voice.milliseconds).toBeLessThan(12_100);
    const written = await inspect(voice.data);
    expect(written).toMatchObject({ format: name, codec });
    expect(written.seconds).toBeCloseTo(12, 0);
  });

  test("of sixty seconds is accepted, of more or none is not", async () => {
    expect((await read(await createVoice(60))).milliseconds).toBeGreaterThan(59_900);
    await expect(read(await createVoice(63))).rejects.toMatchObject({ code: "errors.voiceTooLong", status: 413 });
    await expect(read(await createVoice(3600))).rejects.toMatchObject({ code: "errors.voiceTooLong" });
    await expect(read(await createVoice(0))).rejects.toMatchObject({ status: 415 });
  });

  test.each([
    ["noise", async () => crypto.getRandomValues(new Uint8Array(60_000))],
    ["nothing", async () => new Uint8Array()],
    ["HTML", async () => Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a photo", () => plainJpeg(9, 9, "#111")],
    ["a WAV file", async () => Buffer.concat([Buffer.from("RIFF\x24\0\0\0WAVEfmt "), Buffer.alloc(4000)])],
    ["half a file's head", async () => (await createVoice(3)).subarray(0, 90)],
    ["a video", () => createVoice(3, { hasVideo: true })],
  ])("is not %s", async (_, create) => {
    await expect(read(await create())).rejects.toMatchObject({ code: "errors.voiceNotAudio", status: 415 });
  });

  test("of more than 10 MB is rejected before it is read", async () => {
    const bytes = new Uint8Array(10 * 1024 * 1024 + 1);
    await expect(read(bytes)).rejects.toMatchObject({ code: "errors.voiceTooLarge", status: 413 });
  });

  test("keeps nothing of a page that hides before, within or behind it", async () => {
    const page = Buffer.from("<script>canary</script>");
    const voice = await createVoice(3, { title: page.toString() });
    for (const bytes of [voice, Buffer.concat([voice, page])]) {
      const outcome = await read(bytes).catch(() => null);
      expect(Buffer.from(outcome?.data ?? []).includes("canary")).toBe(false);
    }
  });

  test("that declares four billion packets does not fill the memory of the process", async () => {
    const bytes = Buffer.from(await createVoice(3, { format: voiceFormats.fragments(), codec: "aac" }));
    const at = bytes.indexOf("trun");
    expect(at).toBeGreaterThan(0);
    bytes.writeUInt32BE(1, at + 4);
    bytes.writeUInt32BE(0xff_ff_ff_ff, at + 8);
    const before = process.memoryUsage().heapTotal;
    await expect(read(bytes)).rejects.toMatchObject({ code: "errors.voiceNotAudio" });
    expect(process.memoryUsage().heapTotal - before).toBeLessThan(200_000_000);
    // The next one is read as before.
    expect((await read(await createVoice(2))).milliseconds).toBeGreaterThan(1900);
  });
});
