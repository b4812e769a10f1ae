import CircleCheck from "lucide-react/icons/circle-check";
import Nfc from "lucide-react/icons/nfc";
import { useEffect, useRef, useState } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { codeKey } from "../tag-code.rules.ts";

type Step = "write" | "check" | "checked" | "locked";

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
const supportsNfc = (): boolean => "NDEFReader" in globalThis;

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
function writeAddress(address: string, signal: AbortSignal): Promise<NfcError | null> {
  return attempt((reader) =>
    reader.write({ records: [{ recordType: "url", data: address }] }, { overwrite: true, signal }),
  );
}

/** Reads the chip that is held to the phone next; null when its only record is this URL. */
function checkAddress(address: string, signal: AbortSignal): Promise<NfcError | null> {
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
function lockChip(signal: AbortSignal): Promise<NfcError | null> {
  return attempt((reader) => reader.makeReadOnly({ signal }));
}

/** Writes a tag's URL to its chip, reads it back, and locks the chip once the code was entered. */
export default function WriteTag({ code, address }: { code: string; address: string }) {
  const t = useT();
  const [step, setStep] = useState<Step>("write");
  const [isWaiting, setWaiting] = useState(false);
  const [error, setError] = useState<NfcError | null>(null);
  const [typed, setTyped] = useState("");
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  if (!supportsNfc())
    return (
      <Notice tone="sun" title={t("tagWriting.unsupported")}>
        {t("tagWriting.instead")} <Ltr className="break-all font-semibold">{address}</Ltr>
      </Notice>
    );

  async function run(work: (signal: AbortSignal) => Promise<NfcError | null>, next: Step) {
    stop.current.abort();
    stop.current = new AbortController();
    const { signal } = stop.current;
    setError(null);
    setWaiting(true);
    const wrong = await work(signal);
    if (signal.aborted) return;
    setWaiting(false);
    setError(wrong);
    if (!wrong) setStep(next);
  }

  const isConfirmed = codeKey(typed) === codeKey(code);
  return (
    <div className="grid gap-4">
      <p className="rounded-1 bg-sunken p-3 text-sm">
        <Ltr className="break-all">{address}</Ltr>
      </p>
      <p role="status" className="flex items-center gap-2 font-semibold">
        {step === "locked" || step === "checked" ? (
          <CircleCheck aria-hidden className="size-6 shrink-0 text-ok" />
        ) : (
          <Nfc aria-hidden className="size-6 shrink-0 text-brand" />
        )}
        {isWaiting ? t("tagWriting.hold") : t(`tagWriting.steps.${step}`)}
      </p>
      {error && (
        <Notice tone="lost" role="alert">
          {t(`tagWriting.errors.${error}`)}
        </Notice>
      )}
      {step === "write" && (
        <Button pending={isWaiting} onClick={() => run((signal) => writeAddress(address, signal), "check")}>
          {t("tagWriting.write")}
        </Button>
      )}
      {step === "check" && (
        <div className="flex flex-wrap gap-3">
          <Button pending={isWaiting} onClick={() => run((signal) => checkAddress(address, signal), "checked")}>
            {t("tagWriting.check")}
          </Button>
          {error === "different" && (
            <Button variant="ghost" onClick={() => setStep("write")}>
              {t("tagWriting.again")}
            </Button>
          )}
        </div>
      )}
      {step === "checked" && (
        <div className="grid gap-3 border-t border-line pt-4">
          <p className="text-sm text-ink-2">{t("tagWriting.lockText")}</p>
          <Field label={t("tagWriting.confirm", { code: `\u2066${code}\u2069` })}>
            <TextInput
              ltr
              lang="en"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              maxLength={60}
              autoCapitalize="characters"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
            />
          </Field>
          <div>
            <Button variant="lost" disabled={!isConfirmed} pending={isWaiting} onClick={() => run(lockChip, "locked")}>
              {t("tagWriting.lock")}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
