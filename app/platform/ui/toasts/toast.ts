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

/** A toast under its final id. */
export type ShownToast = Toast & { id: string | number };

/** What draws toasts, once it is there. */
export interface Stack {
  show(toast: ShownToast): void;
}
