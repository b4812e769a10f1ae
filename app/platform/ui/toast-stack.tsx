import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import OctagonAlert from "lucide-react/icons/octagon-alert";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import X from "lucide-react/icons/x";
import { useEffect } from "react";
import { Toaster as Base, toast } from "sonner";
import { Spinner } from "./spinner.tsx";
import type { ShownToast, Stack, ToasterProps } from "./toast.ts";

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

function show({ type, title, description, duration, dismissible = true, id }: ShownToast): void {
  toast[type](title, { id, description, duration, dismissible, closeButton: dismissible });
  for (const old of toast.getToasts().slice(0, -kept)) toast.dismiss(old.id);
}

/** The toasts themselves: three visible, five kept, each for 4000 ms, gone sooner by swipe or close button. */
export function ToastStack({ dir, closeLabel, label, onReady }: ToasterProps & { onReady: (stack: Stack) => void }) {
  useEffect(() => onReady(showing), [onReady]);
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

const showing: Stack = { show };
