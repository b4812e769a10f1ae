import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { cx } from "./cx.ts";

interface DirectionIconProps {
  className?: string;
}

const mirrored = "size-5 shrink-0 rtl:-scale-x-100";

export function ArrowForward() {
  return <ArrowRight aria-hidden className={mirrored} />;
}

export function ArrowBack({ className }: DirectionIconProps) {
  return <ArrowLeft aria-hidden className={cx(mirrored, className)} />;
}

export function ChevronForward({ className }: DirectionIconProps) {
  return <ChevronRight aria-hidden className={cx(mirrored, className)} />;
}

export function ChevronBack() {
  return <ChevronLeft aria-hidden className={mirrored} />;
}
