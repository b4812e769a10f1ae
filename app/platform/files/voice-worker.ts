import type * as Mediabunny from "mediabunny";
import type { VoiceAnswer, VoiceTask } from "./voice.ts";

// Runs in a thread of its own: a file of two kilobytes can make a parser fill the memory of its process.
const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
const { createRequire } = process.getBuiltinModule("node:module");
const { bytes, library, maxMs } = workerData as VoiceTask;
const media = createRequire(library)(library) as typeof Mediabunny;

/** More packets than 2.5 ms each, the shortest of Opus, leave in the longest message. */
const maxPackets = maxMs / 2.5 + 1000;

async function read(): Promise<VoiceAnswer> {
  const formats = [media.MP4, media.QTFF, media.WEBM, media.MATROSKA, media.OGG];
  const input = new media.Input({ source: new media.BufferSource(bytes), formats });
  const tracks = await input.getTracks();
  const track = await input.getPrimaryAudioTrack();
  if (!track || tracks.length > 1) return { problem: "notVoice" };
  const { codec } = track;
  const config = await track.getDecoderConfig();
  if ((codec !== "opus" && codec !== "aac") || !config) return { problem: "notVoice" };
  const format = codec === "opus" ? "webm" : "m4a";
  const target = new media.BufferTarget();
  const output = new media.Output({
    format: format === "webm" ? new media.WebMOutputFormat() : new media.Mp4OutputFormat({ fastStart: "in-memory" }),
    target,
  });
  const source = new media.EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  let first: number | undefined;
  let end = 0;
  let packets = 0;
  for await (const packet of new media.EncodedPacketSink(track).packets()) {
    first ??= packet.timestamp;
    const timestamp = packet.timestamp - first;
    end = Math.max(end, timestamp + packet.duration);
    // Recorders stop a little late.
    if (end * 1000 > maxMs + 1500 || ++packets > maxPackets) return { problem: "tooLong" };
    if (timestamp < 0) return { problem: "notVoice" };
    await source.add(packet.clone({ timestamp }), packets === 1 ? { decoderConfig: config } : undefined);
  }
  const milliseconds = Math.min(maxMs, Math.round(end * 1000));
  if (milliseconds < 1) return { problem: "empty" };
  await output.finalize();
  return { format, milliseconds, data: new Uint8Array(target.buffer as ArrayBuffer) };
}

read()
  .catch((): VoiceAnswer => ({ problem: "notVoice" }))
  .then((answer) => parentPort?.postMessage(answer));
