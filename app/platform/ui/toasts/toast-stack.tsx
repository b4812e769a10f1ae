import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import OctagonAlert from "lucide-react/icons/octagon-alert";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import X from "lucide-react/icons/x";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { type NavigateFunction, useNavigate } from "react-router";
import { Toaster as Base, toast } from "sonner";
import { Spinner } from "../spinner.tsx";
import { adoptStyles } from "../styles/adopt-styles.ts";
import type { ShownToast, Stack, ToasterProps } from "./toast.ts";
import styles from "./toaster.css?inline";

adoptStyles(styles);

const maxToasts = 5;
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

const findOpenModals = () => [...document.querySelectorAll<HTMLDialogElement>("dialog:modal")];

/** Opens the page of a toast's link; a dialog, which would cover it, is closed. */
function follow(to: string, navigate: NavigateFunction): void {
  for (const dialog of findOpenModals()) dialog.close();
  void navigate(to);
}

function show(shown: ShownToast, navigate: NavigateFunction): void {
  const { type, title, description, dismissible = true, action, link, id } = shown;
  const duration = shown.duration ?? (link && 2 * lifetime);
  const button = link
    ? { label: link.label, onClick: () => follow(link.to, navigate) }
    : action && { label: action.label, onClick: action.onPress };
  toast[type](title, { id, description, duration, dismissible, closeButton: dismissible, action: button });
  for (const old of toast.getToasts().slice(0, -maxToasts)) toast.dismiss(old.id);
}

const narrowScreen = () => matchMedia("(max-width: 600px)");

function listenToWidth(listen: () => void): () => void {
  const query = narrowScreen();
  query.addEventListener("change", listen);
  return () => query.removeEventListener("change", listen);
}

/** Returns where the toasts of a phone begin (px): below the header, the page's title, and an alarm in view. */
function findTop(): number {
  const bottoms = [...document.querySelectorAll("[data-alarm], main h1")].map(
    (one) => one.getBoundingClientRect().bottom,
  );
  return Math.max(68, Math.min(Math.max(0, ...bottoms) + 8, innerHeight - 160));
}

/**
 * Renders the toasts: three visible, at most five, 4000 ms each, dismissed by swipe or button. On a phone they are
 * below the header: the buttons of forms and pages are further down.
 */
export function ToastStack({ dir, closeLabel, label, onReady }: ToasterProps & { onReady: (stack: Stack) => void }) {
  const [layer] = useState(() => document.createElement("div"));
  const navigate = useNavigate();
  const isNarrow = useSyncExternalStore(listenToWidth, () => narrowScreen().matches);

  useEffect(() => {
    // Toasts move into the open modal dialog, because everything outside it is inert.
    const positionToasts = () => (findOpenModals().at(-1) ?? document.body).append(layer);
    positionToasts();
    document.addEventListener("close", positionToasts, true);
    onReady({
      show(toast) {
        positionToasts();
        layer.style.setProperty("--toasts-top", `${findTop()}px`);
        show(toast, navigate);
      },
    });
    return () => {
      document.removeEventListener("close", positionToasts, true);
      layer.remove();
    };
  }, [layer, onReady, navigate]);

  return createPortal(
    <Base
      dir={dir}
      position={isNarrow ? "top-center" : dir === "rtl" ? "bottom-left" : "bottom-right"}
      visibleToasts={visible}
      duration={lifetime}
      gap={10}
      offset={{ bottom: "calc(24px + var(--notice-height, 0px))", left: 24, right: 24 }}
      mobileOffset={{ top: "var(--toasts-top)", left: 16, right: 16 }}
      closeButton
      icons={icons}
      customAriaLabel={label}
      swipeDirections={["left", "right", isNarrow ? "top" : "bottom"]}
      toastOptions={{ unstyled: true, className: "toast", closeButtonAriaLabel: closeLabel }}
    />,
    layer,
  );
}
