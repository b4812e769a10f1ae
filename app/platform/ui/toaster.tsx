import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import OctagonAlert from "lucide-react/icons/octagon-alert";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import X from "lucide-react/icons/x";
import { Toaster as Base, toast } from "sonner";
import { Spinner } from "./spinner.tsx";

const kept = 5;
const visible = 3;
const lifetime = 4000;

const icons = {
  success: <CircleCheck aria-hidden />,
  info: <Info aria-hidden />,
  warning: <TriangleAlert aria-hidden />,
  error: <OctagonAlert aria-hidden />,
  loading: <Spinner />,
  close: <X aria-hidden className="size-4" />,
};

/** Where toasts appear: three visible, each for 4000 ms unless it says otherwise, gone sooner by swipe or close button. */
export function Toaster({ dir, closeLabel, label }: { dir: "ltr" | "rtl"; closeLabel: string; label: string }) {
  return (
    <Base
      dir={dir}
      position={dir === "rtl" ? "bottom-left" : "bottom-right"}
      visibleToasts={visible}
      duration={lifetime}
      gap={10}
      offset={24}
      mobileOffset={16}
      closeButton
      icons={icons}
      customAriaLabel={label}
      swipeDirections={["left", "right", "bottom"]}
      toastOptions={{ unstyled: true, className: "toast", closeButtonAriaLabel: closeLabel }}
    />
  );
}

export interface Toast {
  type: "loading" | "success" | "info" | "warning" | "error";
  title: string;
  description?: string;
  /** In milliseconds; a loading toast stays until it is replaced by its id or dismissed. */
  duration?: number;
  dismissible?: boolean;
  /** Of an earlier toast, to replace it. */
  id?: string | number;
}

/** Shows a toast and gives its id. At most five are kept; the oldest goes first. */
export function showToast({ type, title, description, duration, dismissible = true, id }: Toast): string | number {
  const shown = toast[type](title, { id, description, duration, dismissible, closeButton: dismissible });
  for (const old of toast.getToasts().slice(0, -kept)) toast.dismiss(old.id);
  return shown;
}

export function dismissToast(id: string | number): void {
  toast.dismiss(id);
}
