import ArrowDown from "lucide-react/icons/arrow-down";
import ChevronDown from "lucide-react/icons/chevron-down";
import { type ReactNode, type RefObject, type SyntheticEvent, useRef } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "../button.tsx";
import { cx } from "../cx.ts";
import { SaveBar } from "./submit-button.tsx";

/** Without JavaScript, all steps are shown expanded. */
const unfolded = "noscript:[&::details-content]:[content-visibility:visible]";

/** Expands the step, because a field that fails the browser's validation must be visible before it can be focused. */
const showInvalid = (event: SyntheticEvent<HTMLDetailsElement>) => {
  event.currentTarget.open = true;
};

/**
 * One step of a long form, collapsed until its turn. Collapsed fields are submitted too, and the form can be saved at
 * any time.
 */
export function FormStep({
  number,
  id,
  title,
  text,
  open,
  next,
  ref,
  children,
}: {
  number: number;
  /** For links to the step. */
  id?: string;
  title: string;
  text?: string;
  open: boolean;
  /** The following step and its title. */
  next?: { step: RefObject<HTMLDetailsElement | null>; title: string };
  ref?: RefObject<HTMLDetailsElement | null>;
  children: ReactNode;
}) {
  const t = useT();
  const openNextStep = () => {
    const step = next?.step.current;
    if (!step) return;
    step.open = true;
    step.scrollIntoView({ block: "start" });
    step.querySelector("summary")?.focus({ preventScroll: true });
  };
  return (
    <details
      ref={ref}
      open={open}
      onInvalidCapture={showInvalid}
      data-step
      id={id}
      className={cx("group/step scroll-mt-20 rounded-2 border border-line bg-surface shadow-1", unfolded)}
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-2 px-4 py-3 md:gap-4 md:p-5 [&::-webkit-details-marker]:hidden">
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft font-semibold text-brand-deep md:size-9"
        >
          {number}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block text-base font-semibold leading-snug md:text-lg">{title}</span>
          {text && <span className="block text-xs text-ink-2 md:text-sm">{text}</span>}
        </span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-3 transition-transform group-open/step:rotate-180 noscript:hidden"
        />
      </summary>
      <div className="grid grid-cols-1 gap-4 px-4 pb-4 md:gap-6 md:px-5 md:pb-5">
        {children}
        {next && (
          <Button
            type="button"
            variant="ghost"
            className="w-full md:w-auto md:justify-self-start noscript:hidden"
            icon={<ArrowDown aria-hidden />}
            onClick={openNextStep}
          >
            {t("form.nextStep", { title: next.title })}
          </Button>
        )}
      </div>
    </details>
  );
}

/** Optional fields at the end of a step, collapsed; opens if one of them is invalid. */
export function MoreFields({ title, open, children }: { title: string; open: boolean; children: ReactNode }) {
  return (
    <details
      open={open}
      onInvalidCapture={showInvalid}
      className={cx("group/more rounded-2 border border-line", unfolded)}
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 rounded-2 px-4 py-2 text-sm font-[550] [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">{title}</span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-3 transition-transform group-open/more:rotate-180 noscript:hidden"
        />
      </summary>
      <div className="grid grid-cols-1 gap-5 px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}

/** Submit buttons of a form in steps: at its end while one step is open, sticky if several are. */
export function StepsBar({ children }: { children: ReactNode }) {
  return <SaveBar className="static in-[form:has([data-step][open]~[data-step][open])]:sticky">{children}</SaveBar>;
}

/** Returns the refs of three steps, first to last. */
export function useSteps() {
  return [
    useRef<HTMLDetailsElement>(null),
    useRef<HTMLDetailsElement>(null),
    useRef<HTMLDetailsElement>(null),
  ] as const;
}
