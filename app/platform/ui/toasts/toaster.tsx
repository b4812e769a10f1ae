import { type ComponentType, useCallback, useEffect, useState } from "react";
import { untilFetched } from "../until-fetched.ts";
import type { ShownToast, Stack, Toast, ToasterProps } from "./toast.ts";

type StackComponent = ComponentType<ToasterProps & { onReady: (stack: Stack) => void }>;

let stack: Stack | null = null;
let waiting: ShownToast[] = [];
let fetchStack: () => void = () => undefined;
let coming: Promise<typeof import("./toast-stack.tsx")> | undefined;

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

  useEffect(() => {
    fetchStack = () => {
      coming ??= untilFetched(() => import("./toast-stack.tsx"));
      void coming.then((module) => setDrawn(() => module.ToastStack));
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

  return Drawn ? <Drawn {...props} onReady={onReady} /> : null;
}
