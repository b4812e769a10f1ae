import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { AppError } from "../app-error.server.ts";
import { inTurn, type PictureSender } from "./read-picture.server.ts";
import { maxVoiceMs, type Voice, type VoiceAnswer, type VoiceTask, voiceMaxBytes } from "./voice.ts";

/** Limits of the thread that reads one file. */
const memoryMb = 96;
const timeoutMs = 10_000;

const rejections = {
  notVoice: ["errors.voiceNotAudio", 415],
  empty: ["errors.voiceEmpty", 415],
  tooLong: ["errors.voiceTooLong", 413],
} as const;

/**
 * Reads an uploaded voice message, judged by its content: Opus in WebM, Matroska or Ogg, or AAC in MP4, without other
 * tracks, at most 10 MB and 60 seconds. Its packets are written into a new container, so that nothing else in the file
 * is kept, and browsers know its length. One file at a time, like pictures, in a thread with limits of memory and time.
 * Throws an AppError for `field`.
 */
export async function readVoice(bytes: Uint8Array, sender: PictureSender, field: string): Promise<Voice> {
  if (bytes.byteLength > voiceMaxBytes) throw new AppError("errors.voiceTooLarge", 413, { field });
  const answer = await inTurn(sender, field, () => runWorker(bytes));
  if (!("problem" in answer)) return answer;
  const [code, status] = rejections[answer.problem];
  throw new AppError(code, status, { field });
}

async function runWorker(bytes: Uint8Array): Promise<VoiceAnswer> {
  // Imported here, because only the build can: tests and benchmarks import this module without it.
  const { default: source } = await import("./voice-worker.ts?minified");
  const library = createRequire(import.meta.url).resolve("mediabunny");
  const workerData: VoiceTask = { bytes, library, maxMs: maxVoiceMs };
  const worker = new Worker(source, {
    eval: true,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      const fail = () => resolve({ problem: "notVoice" });
      timer = setTimeout(fail, timeoutMs);
      worker.once("message", resolve);
      worker.once("error", fail);
      worker.once("exit", fail);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
