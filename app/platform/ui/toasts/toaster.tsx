import { type ComponentType, useCallback, useEffect, useState } from "react";
import type { ShownToast, Stack, Toast, ToasterProps } from "./toast.ts";

type StackComponent = ComponentType<ToasterProps & { onReady: (stack: Stack) => void }>;

let stack: Stack | null = null;
let waiting: ShownToast[] = [];
let fetchStack: () => void = () => undefined;
let coming: Promise<typeof import("./toast-stack.tsx")> | undefined;

/** Milliseconds for which a toast is shown without its stack. */
const plainMs = 8_000;

/** Shows a toast and returns its id. The first call loads the renderer, which most visits never need. */
export function showToast(toast: Toast): string | number {
  const shown = { ...toast, id: toast.id ?? `toast-${Math.random().toString(36).slice(2)}` };
  if (stack) stack.show(shown);
  else {
    waiting.push(shown);
    fetchStack();
  }
  return shown.id;
}

/** Region that contains the toasts. */
export function Toaster(props: ToasterProps) {
  const [Drawn, setDrawn] = useState<StackComponent | null>(null);
  const [plain, setPlain] = useState<ShownToast | null>(null);

  useEffect(() => {
    fetchStack = () => {
      coming ??= import("./toast-stack.tsx");
      coming.then(
        (module) => setDrawn(() => module.ToastStack),
        () => {
          coming = undefined;
          setPlain(waiting.at(-1) ?? null);
          setTimeout(() => setPlain(null), plainMs);
        },
      );
    };
    if (waiting.length > 0) fetchStack();
    return () => {
      stack = null;
    };
  }, []);

  const onReady = useCallback((ready: Stack) => {
    stack = ready;
    for (const toast of waiting) ready.show(toast);
    waiting = [];
  }, []);

  if (Drawn) return <Drawn {...props} onReady={onReady} />;
  if (!plain) return null;
  // The code of the stack could not be loaded.
  return (
    <p
      role="status"
      className="pointer-events-none fixed inset-x-4 top-4 z-50 mx-auto w-fit rounded-2 bg-toast px-5 py-3 text-toast-ink"
    >
      {plain.title} {plain.description}
    </p>
  );
}
