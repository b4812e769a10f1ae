import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useWords } from "#app/platform/i18n/use-t.ts";
import { localeOf } from "../../i18n/format-number.ts";
import { Button } from "../button.tsx";

/** Progress of the files of a form on their way to the server. */
interface Upload {
  /** From 0 to 1. */
  share: number;
  cancel: () => void;
}

/** Milliseconds; shorter uploads are not shown. */
const shownAfter = 400;
const bodiless = [204, 205, 304];

let upload: Upload | null = null;
const listeners = new Set<() => void>();

function set(next: Upload | null): void {
  upload = next;
  for (const listener of listeners) listener();
}

/** Store for `useSyncExternalStore`: the current upload, or null. */
const uploads = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): Upload | null => upload,
  getOnServer: (): Upload | null => null,
};

let isWatching = false;

/** From now on, sends forms with files in a way that reports progress, which `fetch`, used by the router, does not. */
function watchUploads(): void {
  if (isWatching) return;
  isWatching = true;
  const originalFetch = window.fetch;
  window.fetch = (input, init) => {
    const { body, method } = init ?? {};
    return method === "POST" && body instanceof FormData && hasFile(body)
      ? send(new URL(input instanceof Request ? input.url : input, location.href), body, init?.signal)
      : originalFetch(input, init);
  };
}

function hasFile(form: FormData): boolean {
  return [...form.values()].some((value) => value instanceof File && value.size > 0);
}

function send(url: URL, body: FormData, signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const began = performance.now();
    const cancel = () => request.abort();
    request.open("POST", url);
    request.responseType = "arraybuffer";
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0 && performance.now() - began >= shownAfter) set({ share: loaded / total, cancel });
    };
    request.onload = () => {
      const { status, statusText } = request;
      const response = bodiless.includes(status) ? null : request.response;
      resolve(new Response(response, { status, statusText, headers: readHeaders(request) }));
    };
    request.onerror = () => reject(new TypeError("The upload failed"));
    request.onabort = () => reject(new DOMException("The upload was cancelled", "AbortError"));
    request.onloadend = () => set(null);
    signal?.addEventListener("abort", cancel, { once: true });
    request.send(body);
  });
}

function readHeaders(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split("\r\n");
  return new Headers(
    lines.flatMap((line): [string, string][] => {
      const at = line.indexOf(":");
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1).trim()]] : [];
    }),
  );
}

/** Progress bar at the bottom of the page while the files of this field are being sent, with a cancel button. */
export function UploadProgress({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const { t, language } = useWords();
  const upload = useSyncExternalStore(uploads.subscribe, uploads.get, uploads.getOnServer);
  const isSent = useRef(false);
  const [isCancelled, setCancelled] = useState(false);

  useEffect(() => {
    watchUploads();
    const form = input.current?.form;
    const note = () => {
      isSent.current = (input.current?.files?.length ?? 0) > 0;
      setCancelled(false);
    };
    form?.addEventListener("submit", note);
    return () => form?.removeEventListener("submit", note);
  }, [input]);

  if (isCancelled)
    return (
      <span role="status" className="block text-xs font-medium text-ink-2">
        {t("form.uploadCancelled")}
      </span>
    );
  if (!upload || !isSent.current) return null;
  const percent = new Intl.NumberFormat(localeOf(language), { style: "percent" }).format(upload.share);
  const isOver = upload.share === 1;
  return createPortal(
    <div className="fixed inset-x-4 bottom-[calc(1rem+var(--notice-height,0px)+var(--foot-height,0px))] z-50 mx-auto grid max-w-md grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 rounded-3 border border-line bg-surface p-4 text-sm shadow-2 print:hidden">
      <span className="font-semibold">{isOver ? t("form.uploadOver") : t("form.uploading", { percent })}</span>
      {!isOver && (
        <Button
          type="button"
          variant="ghost"
          size="sm"
          onClick={() => {
            upload.cancel();
            setCancelled(true);
            input.current?.focus();
          }}
        >
          {t("form.cancel")}
        </Button>
      )}
      <progress
        max={1}
        value={upload.share}
        aria-label={t("form.uploadLabel")}
        className="col-span-2 h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand"
      />
    </div>,
    document.body,
  );
}
