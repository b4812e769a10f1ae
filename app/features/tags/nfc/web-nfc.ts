/** What goes wrong at a chip, in the order in which one would look for the cause. */
export type NfcError = "unsupported" | "denied" | "noNfc" | "gone" | "different" | "stopped";

/** Web NFC (W3C community draft), as far as it is needed; browsers have no types for it. */
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

/** Chrome on Android has it; whether the phone has a chip reader shows only at the first try. */
export const knowsNfc = (): boolean => "NDEFReader" in globalThis;

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

/** Writes an address as the one record of the chip that is held to the phone next; null when it is done. */
export function writeAddress(address: string, signal: AbortSignal): Promise<NfcError | null> {
  return attempt((reader) =>
    reader.write({ records: [{ recordType: "url", data: address }] }, { overwrite: true, signal }),
  );
}

/** Reads the chip that is held to the phone next; null when its one record is this address. */
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

/** Locks the chip that is held to the phone next, for good. */
export function lockChip(signal: AbortSignal): Promise<NfcError | null> {
  return attempt((reader) => reader.makeReadOnly({ signal }));
}
