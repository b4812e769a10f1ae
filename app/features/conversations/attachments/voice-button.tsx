import Mic from "lucide-react/icons/mic";
import Square from "lucide-react/icons/square";
import X from "lucide-react/icons/x";
import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { maxVoiceMs, recorderTypes } from "#app/platform/files/voice.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, buttonClass } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { formatLength } from "../conversations.rules.ts";

const bitsPerSecond = 32_000;

interface Recording {
  stop(): void;
  cancel(): void;
}

/** Starts the browser's recorder; `onEnd` gets the recording, or null once it was cancelled. Throws if it is not allowed. */
async function record(onEnd: (file: File | null) => void): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const mimeType = recorderTypes.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: bitsPerSecond });
  const parts: Blob[] = [];
  let isKept = true;
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = () => {
    for (const track of stream.getTracks()) track.stop();
    onEnd(isKept ? new File(parts, "voice", { type: recorder.mimeType }) : null);
  };
  recorder.start();
  const stop = () => recorder.state !== "inactive" && recorder.stop();
  return {
    stop,
    cancel() {
      isKept = false;
      stop();
    },
  };
}

/**
 * Button of the composer that records a voice message, which is played before it is sent. Where the browser has no
 * recorder or no microphone is allowed, a recording is chosen instead.
 */
export function useVoiceButton() {
  const t = useT();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const recording = useRef<Recording | null>(null);
  const [canRecord, setCanRecord] = useState(false);
  const [isBlocked, setBlocked] = useState(false);
  const [isRecording, setRecording] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => setCanRecord("MediaRecorder" in window && navigator.mediaDevices !== undefined), []);
  useEffect(() => () => recording.current?.cancel(), []);
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview)), [preview]);
  useEffect(() => {
    if (!isRecording) return;
    const began = Date.now();
    const timer = setInterval(() => {
      const passed = Date.now() - began;
      setSeconds(Math.floor(passed / 1000));
      if (passed >= maxVoiceMs) recording.current?.stop();
    }, 250);
    return () => clearInterval(timer);
  }, [isRecording]);

  function onEnd(file: File | null) {
    recording.current = null;
    setRecording(false);
    if (!file || !input.current) return;
    const transfer = new DataTransfer();
    transfer.items.add(file);
    input.current.files = transfer.files;
    setPreview(URL.createObjectURL(file));
  }
  async function start() {
    try {
      recording.current = await record(onEnd);
      setSeconds(0);
      setRecording(true);
    } catch {
      setBlocked(true);
      setCanRecord(false);
    }
  }
  function pick({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    setPreview(file ? URL.createObjectURL(file) : null);
  }
  function clear() {
    if (input.current) input.current.value = "";
    setPreview(null);
  }

  const square = cx(buttonClass({ variant: "quiet", square: true }), "mb-0.5 w-10!");
  const button = (
    <>
      {canRecord ? (
        <button type="button" className={square} onClick={start}>
          <Mic aria-hidden className="size-6" />
          <span className="sr-only">{t("conversations.attachment.record")}</span>
        </button>
      ) : (
        <label htmlFor={id} className={cx(square, "cursor-pointer noscript:size-auto!")}>
          <Mic aria-hidden className="size-6 noscript:hidden" />
          <span className="sr-only noscript:not-sr-only noscript:text-xs">
            {t("conversations.attachment.addVoice")}
          </span>
        </label>
      )}
      <input
        ref={input}
        id={id}
        type="file"
        name="voice"
        accept="audio/*"
        capture
        onChange={pick}
        className={cx(canRecord ? "hidden" : "sr-only noscript:not-sr-only noscript:max-w-full noscript:text-xs")}
      />
    </>
  );
  const chosen = (
    <>
      {isRecording && (
        <div className="flex items-center gap-3 rounded-full bg-lost-soft py-1 ps-5 pe-1">
          <span aria-hidden className="size-3 shrink-0 rounded-full bg-lost motion-safe:animate-pulse" />
          <p className="min-w-0 flex-1 font-semibold tabular-nums">
            {t("conversations.attachment.recording", { time: `\u2066${formatLength(seconds * 1000)}\u2069` })}
          </p>
          <button
            type="button"
            className={buttonClass({ variant: "quiet", square: true })}
            aria-label={t("conversations.attachment.removeVoice")}
            onClick={() => recording.current?.cancel()}
          >
            <X aria-hidden className="size-5" />
          </button>
          <button
            type="button"
            className={buttonClass({ variant: "lost", square: true })}
            aria-label={t("conversations.attachment.stop")}
            onClick={() => recording.current?.stop()}
          >
            <Square aria-hidden className="size-5 fill-current" />
          </button>
        </div>
      )}
      {preview && (
        <div className="flex items-center gap-1">
          {/* biome-ignore lint/a11y/useMediaCaption: what was just recorded, to be heard before it is sent */}
          <audio
            controls
            src={preview}
            className="h-12 min-w-0 flex-1"
            aria-label={t("conversations.attachment.voice")}
          />
          <Button
            type="button"
            variant="quiet"
            className="size-12 p-0!"
            aria-label={t("conversations.attachment.removeVoice")}
            onClick={clear}
          >
            <X aria-hidden className="size-5" />
          </Button>
        </div>
      )}
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {isBlocked && !preview && t("conversations.attachment.noMicrophone")}
      </p>
    </>
  );
  return { button, chosen, clear, isRecording, isChosen: preview !== null };
}
