import { type ComponentType, useCallback, useEffect, useState } from "react";

export interface ToasterProps {
  dir: "ltr" | "rtl";
  closeLabel: string;
  /** Name of the region for assistive technology. */
  label: string;
}

export interface Toast {
  type: "loading" | "success" | "info" | "warning" | "error";
  title: string;
  description?: string | undefined;
  /** In milliseconds; a loading toast stays until it is replaced by its id or dismissed. */
  duration?: number;
  dismissible?: boolean;
  /** Of an earlier toast, to replace it. */
  id?: string | number;
}

export type ShownToast = Toast & { id: string | number };

interface Stack {
  show(toast: ShownToast): void;
  dismiss(id: string | number): void;
}

type StackComponent = ComponentType<ToasterProps & { onReady: (stack: Stack) => void }>;

let stack: Stack | null = null;
let waiting: ShownToast[] = [];
let fetchStack: () => void = () => undefined;

/** Shows a toast and gives its id. The first one fetches the code that draws them, which most visits never need. */
export function showToast(toast: Toast): string | number {
  const shown = { ...toast, id: toast.id ?? `toast-${Math.random().toString(36).slice(2)}` };
  if (stack) stack.show(shown);
  else {
    waiting.push(shown);
    fetchStack();
  }
  return shown.id;
}

export function dismissToast(id: string | number): void {
  waiting = waiting.filter((toast) => toast.id !== id);
  stack?.dismiss(id);
}

/** Where toasts appear. */
export function Toaster(props: ToasterProps) {
  const [Drawn, setDrawn] = useState<StackComponent | null>(null);

  useEffect(() => {
    fetchStack = () => void import("./toast-stack.tsx").then((module) => setDrawn(() => module.ToastStack));
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
