import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import OctagonAlert from "lucide-react/icons/octagon-exclamation-point";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import X from "lucide-react/icons/x";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { type NavigateFunction, useLocation, useNavigate } from "react-router";
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
  const { type, title, action, link, id, picture } = shown;
  const duration = shown.duration ?? (link && 2 * lifetime);
  const button = link
    ? { label: link.label, onClick: () => follow(link.to, navigate) }
    : action && { label: action.label, onClick: action.onPress };
  const description = shown.detail ? (
    <>
      {shown.description}
      <span className="block wrap-anywhere">{shown.detail}</span>
    </>
  ) : (
    shown.description
  );
  const icon = picture && <img src={picture} alt="" className="product-ground" />;
  toast[type](title, { id, description, duration, action: button, ...(icon && { icon }) });
  for (const old of toast.getToasts().slice(0, -maxToasts)) toast.dismiss(old.id);
}

const narrowScreen = () => matchMedia("(max-width: 600px)");

function listenToWidth(listen: () => void): () => void {
  const query = narrowScreen();
  query.addEventListener("change", listen);
  return () => query.removeEventListener("change", listen);
}

/** One place for the toasts: what the library calls it, and its distance from that edge (px). */
interface Spot {
  position: "top-center" | "top-left" | "top-right" | "bottom-center" | "bottom-left" | "bottom-right";
  distance: number;
}

/** Size of a toast (px), to find out what it would cover. */
const [toastWidth, toastHeight] = [356, 84];
const controls = "a[href], button, input, select, textarea, summary, h1, [data-alarm]";

/** Distance (px) between the heights that are tried when a toast would cover something everywhere at an edge. */
const step = 12;

/**
 * Returns the places for toasts, the best first: a phone's above its bars, a wide window's at the top end, then at the
 * other corners, then anywhere between.
 */
function listSpots(dir: "ltr" | "rtl", isNarrow: boolean): Spot[] {
  const bars = [...document.querySelectorAll("[data-bar], [data-foot]")].map((bar) => bar.getBoundingClientRect());
  const atBottom = bars.filter(({ height, bottom }) => height > 0 && bottom > innerHeight - 120);
  const barsHeight = Math.max(0, ...atBottom.map(({ top }) => innerHeight - top));
  const bottoms = [...document.querySelectorAll("[data-alarm], main h1")].map(
    (one) => (one.closest("main header") ?? one).getBoundingClientRect().bottom,
  );
  const top = Math.max(68, Math.min(Math.max(0, ...bottoms) + 8, innerHeight - 160));
  const notice = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--notice-height")) || 0;
  const bottom = (isNarrow ? Math.min(barsHeight, innerHeight / 2) + 12 : 24) + notice;
  const rows = Math.max(0, Math.floor((innerHeight - bottom - toastHeight - 68) / step));
  const between = Array.from({ length: rows }, (_, row) => row * step);
  if (isNarrow)
    return [
      { position: "bottom-center", distance: bottom },
      { position: "top-center", distance: top },
      ...between.map((more): Spot => ({ position: "bottom-center", distance: bottom + more })),
    ];
  const [start, end] = dir === "rtl" ? (["right", "left"] as const) : (["left", "right"] as const);
  return [
    { position: `top-${end}`, distance: 80 },
    { position: `top-${end}`, distance: top },
    { position: `bottom-${end}`, distance: bottom },
    { position: `bottom-${start}`, distance: bottom },
    ...[end, "center" as const, start].flatMap((side) =>
      between.map((more): Spot => ({ position: `top-${side}`, distance: 68 + more })),
    ),
  ];
}

/** Returns the place where the toasts cover the fewest things that can be pressed. */
function findSpot(dir: "ltr" | "rtl", isNarrow: boolean): Spot {
  const scope = findOpenModals().at(-1) ?? document;
  const boxes = [...scope.querySelectorAll(controls)]
    .filter((one) => !one.closest("[data-sonner-toaster]"))
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1);
  const width = isNarrow ? innerWidth : toastWidth;
  const lefts = { left: isNarrow ? 0 : 24, center: (innerWidth - width) / 2, right: innerWidth - width - 24 };
  const count = ({ position, distance }: Spot) => {
    const [edge, side] = position.split("-") as ["top" | "bottom", keyof typeof lefts];
    const y = edge === "top" ? distance : innerHeight - distance - toastHeight;
    const x = lefts[side];
    return boxes.filter((box) => box.top < y + toastHeight && y < box.bottom && box.left < x + width && x < box.right)
      .length;
  };
  const spots = listSpots(dir, isNarrow);
  const covered = spots.map(count);
  return spots[covered.indexOf(Math.min(...covered))] as Spot;
}

/**
 * Renders the toasts: three visible, at most five, 4000 ms each, dismissed by swipe or button. They stand above the bars
 * of a phone and at the top end of a wide window, or where they cover fewer buttons.
 */
export function ToastStack({ dir, closeLabel, label, onReady }: ToasterProps & { onReady: (stack: Stack) => void }) {
  const [layer] = useState(() => document.createElement("div"));
  const navigate = useNavigate();
  const isNarrow = useSyncExternalStore(listenToWidth, () => narrowScreen().matches);
  const [spot, setSpot] = useState<Spot | null>(null);
  const { position, distance } = spot ?? (listSpots(dir, isNarrow)[0] as Spot);
  const edge = position.startsWith("top") ? "top" : "bottom";
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has its buttons elsewhere
  useEffect(() => {
    if (toast.getToasts().length > 0) setSpot(findSpot(dir, isNarrow));
  }, [key, dir, isNarrow]);

  useEffect(() => {
    // Toasts move into the open modal dialog, because everything outside it is inert.
    const positionToasts = () => (findOpenModals().at(-1) ?? document.body).append(layer);
    positionToasts();
    document.addEventListener("close", positionToasts, true);
    onReady({
      show(toast) {
        positionToasts();
        setSpot(findSpot(dir, narrowScreen().matches));
        show(toast, navigate);
      },
    });
    return () => {
      document.removeEventListener("close", positionToasts, true);
      layer.remove();
    };
  }, [layer, onReady, navigate, dir]);

  return createPortal(
    <Base
      dir={dir}
      position={position}
      visibleToasts={visible}
      duration={lifetime}
      gap={10}
      offset={{ [edge]: distance, left: 24, right: 24 }}
      mobileOffset={{ [edge]: distance, left: 16, right: 16 }}
      closeButton
      icons={icons}
      customAriaLabel={label}
      swipeDirections={["left", "right", edge]}
      toastOptions={{ unstyled: true, className: "toast", closeButtonAriaLabel: closeLabel }}
    />,
    layer,
  );
}
