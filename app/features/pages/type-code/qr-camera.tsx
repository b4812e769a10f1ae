import { useEffect, useRef, useState } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { pathOfScanned } from "./scanned-code.rules.ts";

type State = "starting" | "looking" | "foreign" | "refused";

/** The browser's own barcode reader, if available (Shape Detection API). */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = (new (options: {
  formats: string[];
}) => Detector) & {
  getSupportedFormats(): Promise<string[]>;
};

/** Milliseconds between two frames. */
const pause = 150;
/** Size in pixels of the searched image. */
const side = 640;

type Read = (video: HTMLVideoElement) => Promise<string | null>;

async function openReader(): Promise<Read> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector && (await BarcodeDetector.getSupportedFormats()).includes("qr_code")) {
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const { default: decode } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, side / Math.max(video.videoWidth, video.videoHeight));
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (!brush || !width || !height) return null;
    Object.assign(canvas, { width, height });
    brush.drawImage(video, 0, 0, width, height);
    try {
      return decode(brush.getImageData(0, 0, width, height));
    } catch {
      // No code in this frame.
      return null;
    }
  };
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Shows the rear camera in `video` and reports each QR code's text until `signal` aborts, which also stops the camera.
 * Rejects when the camera is denied or unavailable.
 */
async function readFrames(
  video: HTMLVideoElement,
  signal: AbortSignal,
  { onStart, onText }: { onStart(): void; onText(text: string): void },
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false });
  const stopCamera = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) return stopCamera();
  signal.addEventListener("abort", stopCamera, { once: true });
  video.srcObject = stream;
  const [read] = await Promise.all([openReader(), video.play()]);
  onStart();
  while (!signal.aborted) {
    const text = await read(video);
    if (text !== null && !signal.aborted) onText(text);
    await wait(pause);
  }
}

/** Camera view that opens the first tag it sees. Images never leave the device. */
export function QrCamera() {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<State>("starting");

  useEffect(() => {
    const over = new AbortController();
    const { current } = video;
    if (!current) return;
    readFrames(current, over.signal, {
      onStart: () => setState("looking"),
      onText(text) {
        const path = pathOfScanned(text);
        if (!path) return setState("foreign");
        over.abort();
        // The tag's page is a separate document outside the router.
        location.assign(path);
      },
    }).catch(() => {
      if (!over.signal.aborted) setState("refused");
    });
    return () => over.abort();
  }, []);

  if (state === "refused")
    return (
      <Notice tone="sun" title={t("pages.camera.refused")}>
        {t("pages.camera.refusedText")}
      </Notice>
    );
  return (
    <div className="grid gap-3">
      <div className="relative overflow-hidden rounded-2 bg-sunken">
        <video
          ref={video}
          muted
          playsInline
          aria-label={t("pages.camera.picture")}
          className="aspect-square w-full object-cover"
        />
        <div aria-hidden className="pointer-events-none absolute inset-[18%] rounded-2 border-4 border-sun" />
      </div>
      <p role="status" className="text-center text-sm text-ink-2">
        {t(`pages.camera.${state}`)}
      </p>
    </div>
  );
}
