/** Progress of the files of a form on their way to the server. */
export interface Upload {
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
export const uploads = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): Upload | null => upload,
  getOnServer: (): Upload | null => null,
};

let isWatching = false;

/** From now on, sends forms with files in a way that reports progress, which `fetch`, used by the router, does not. */
export function watchUploads(): void {
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
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
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
  return promise;
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
