/** Errors when writing or reading a chip, in the order in which to look for the cause. */
export type NfcError = "unsupported" | "denied" | "noNfc" | "gone" | "different" | "stopped";

/** The part of Web NFC (W3C community draft) that is used; TypeScript has no types for it. */
interface NdefRecord {
  recordType: string;
  data?: DataView;
}
interface ReadingEvent extends Event {
  message: { records: NdefRecord[] };
}
interface Reader extends EventTarget {
  scan(options: { signal: AbortSignal }): Promise<void>;
  write(
    message: { records: { recordType: "url"; data: string }[] },
    options: { overwrite: boolean; signal: AbortSignal },
  ): Promise<void>;
  makeReadOnly(options: { signal: AbortSignal }): Promise<void>;
}

function newReader(): Reader | null {
  const Made = (globalThis as { NDEFReader?: new () => Reader }).NDEFReader;
  return Made ? new Made() : null;
}

/**
 * Whether the browser has Web NFC (Chrome on Android); whether the phone has an NFC reader shows only at the first
 * attempt.
 */
export const supportsNfc = (): boolean => "NDEFReader" in globalThis;

const errors: Record<string, NfcError> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotSupportedError: "noNfc",
  NotReadableError: "noNfc",
  AbortError: "stopped",
};

async function attempt(work: (reader: Reader) => Promise<void>): Promise<NfcError | null> {
  const reader = newReader();
  if (!reader) return "unsupported";
  try {
    await work(reader);
    return null;
  } catch (error) {
    if (error instanceof Mismatch) return "different";
    return errors[(error as Error).name] ?? "gone";
  }
}

class Mismatch extends Error {}

/** Writes a URL as the only record of the chip that is held to the phone next; null on success. */
export function writeAddress(address: string, signal: AbortSignal): Promise<NfcError | null> {
  return attempt((reader) =>
    reader.write({ records: [{ recordType: "url", data: address }] }, { overwrite: true, signal }),
  );
}

/** Reads the chip that is held to the phone next; null when its only record is this URL. */
export function checkAddress(address: string, signal: AbortSignal): Promise<NfcError | null> {
  return attempt(async (reader) => {
    const read = new Promise<void>((resolve, reject) => {
      reader.addEventListener("reading", (event) => {
        const { records } = (event as ReadingEvent).message;
        const [only] = records;
        const text = only?.recordType === "url" && only.data ? new TextDecoder().decode(only.data) : null;
        if (records.length === 1 && text === address) resolve();
        else reject(new Mismatch());
      });
      reader.addEventListener("readingerror", () => reject(new Error("unreadable")));
      signal.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
    });
    read.catch(() => undefined);
    await reader.scan({ signal });
    await read;
  });
}

/** Permanently locks the chip that is held to the phone next; null on success. */
export function lockChip(signal: AbortSignal): Promise<NfcError | null> {
  return attempt((reader) => reader.makeReadOnly({ signal }));
}
