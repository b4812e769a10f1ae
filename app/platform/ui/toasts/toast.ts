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
  /** Smaller line below the description. */
  detail?: string | undefined;
  /** URL of a picture shown instead of the icon. */
  picture?: string | undefined;
  /** Milliseconds; a loading toast stays until it is replaced by id or dismissed. */
  duration?: number;
  /** Button, for example to undo; clicking it dismisses the toast. */
  action?: { label: string; onPress: () => void };
  /** Button that opens a page of this site; the toast stays twice as long. */
  link?: { label: string; to: string } | undefined;
  /** Id of an earlier toast to replace. */
  id?: string | number | undefined;
}

/** A toast with its final id. */
export type ShownToast = Toast & { id: string | number };

/** The loaded toast renderer. */
export interface Stack {
  show(toast: ShownToast): void;
}
