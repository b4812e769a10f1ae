/** Longest voice message. */
export const maxVoiceMs = 60_000;
export const voiceMaxBytes = 10 * 1024 * 1024;

/** What browsers record, the most widely played first. */
export const recorderTypes = [
  "audio/webm;codecs=opus",
  "audio/mp4;codecs=mp4a.40.2",
  "audio/mp4",
  "audio/ogg;codecs=opus",
];

/** A voice message in a container of our own making: Opus in WebM, or AAC in MP4. */
export interface Voice {
  format: "webm" | "m4a";
  milliseconds: number;
  data: Uint8Array;
}

export interface VoiceTask {
  bytes: Uint8Array;
  /** Path of the library that reads and writes the containers. */
  library: string;
  maxMs: number;
}

export type VoiceAnswer = Voice | { problem: "notVoice" | "empty" | "tooLong" };
