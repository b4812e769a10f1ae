import * as media from "mediabunny";

/** Containers of voice messages, as recorders write them. */
export const voiceFormats = {
  webm: () => new media.WebMOutputFormat(),
  ogg: () => new media.OggOutputFormat(),
  mp4: () => new media.Mp4OutputFormat({ fastStart: false }),
  fragments: () => new media.Mp4OutputFormat({ fastStart: "fragmented" }),
};

interface VoiceOptions {
  format?: media.OutputFormat;
  codec?: "opus" | "aac";
  title?: string;
  hasVideo?: boolean;
}

/** Head of an Opus stream (RFC 7845): one channel, 48 kHz. */
const opusHead = new Uint8Array([...Buffer.from("OpusHead"), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]);
const codecs = {
  opus: {
    packet: new Uint8Array([0xf8, 0xff, 0xfe]),
    seconds: 0.02,
    config: { codec: "opus", sampleRate: 48_000, numberOfChannels: 1, description: opusHead },
  },
  // AAC-LC, 48 kHz, one channel.
  aac: {
    packet: new Uint8Array([0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]),
    seconds: 1024 / 48_000,
    config: {
      codec: "mp4a.40.2",
      sampleRate: 48_000,
      numberOfChannels: 1,
      description: new Uint8Array([0x11, 0x88]),
    },
  },
};

/** Creates a voice message of silence. */
export async function createVoice(seconds: number, options: VoiceOptions = {}): Promise<Uint8Array> {
  const { format = voiceFormats.webm(), codec = "opus", title, hasVideo } = options;
  const { packet, seconds: each, config } = codecs[codec];
  const target = new media.BufferTarget();
  const output = new media.Output({ format, target });
  const audio = new media.EncodedAudioPacketSource(codec);
  const video = new media.EncodedVideoPacketSource("vp8");
  output.addAudioTrack(audio);
  if (hasVideo) output.addVideoTrack(video);
  if (title) output.setMetadataTags({ title });
  await output.start();
  for (let at = 0; at < Math.round(seconds / each); at++)
    await audio.add(
      new media.EncodedPacket(packet, "key", at * each, each),
      at === 0 ? { decoderConfig: config } : undefined,
    );
  if (hasVideo)
    await video.add(new media.EncodedPacket(new Uint8Array(60), "key", 0, 1), {
      decoderConfig: { codec: "vp8", codedWidth: 16, codedHeight: 16 },
    });
  await output.finalize();
  return new Uint8Array(target.buffer as ArrayBuffer);
}
