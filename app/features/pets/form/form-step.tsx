import ArrowDown from "lucide-react/icons/arrow-down";
import ChevronDown from "lucide-react/icons/chevron-down";
import { type ReactNode, type RefObject, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/platform/ui/button.tsx";

/**
 * One part of a long form, folded until it is its turn. Everything in it is sent all the same, and the form can be saved
 * at any time.
 */
export function FormStep({
  number,
  title,
  text,
  open,
  next,
  ref,
  children,
}: {
  number: number;
  title: string;
  text: string;
  open: boolean;
  /** The step that follows, and what it is about. */
  next?: { step: RefObject<HTMLDetailsElement | null>; title: string };
  ref?: RefObject<HTMLDetailsElement | null>;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const goOn = () => {
    const step = next?.step.current;
    if (!step) return;
    step.open = true;
    step.scrollIntoView({ block: "start" });
    step.querySelector("summary")?.focus({ preventScroll: true });
  };
  return (
    <details ref={ref} open={open} className="group/step scroll-mt-20 rounded-2 border border-line bg-surface shadow-1">
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-4 rounded-2 p-5 [&::-webkit-details-marker]:hidden">
        <span
          aria-hidden="true"
          className="grid size-9 shrink-0 place-items-center rounded-full bg-brand-soft font-semibold text-brand-deep"
        >
          {number}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block text-lg font-semibold leading-snug">{title}</span>
          <span className="block text-sm text-ink-2">{text}</span>
        </span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-3 transition-transform group-open/step:rotate-180"
        />
      </summary>
      <div className="grid grid-cols-1 gap-6 px-5 pb-5">
        {children}
        {next && (
          <Button
            type="button"
            variant="ghost"
            className="justify-self-start"
            icon={<ArrowDown aria-hidden />}
            onClick={goOn}
          >
            {t("pets.nextStep", { title: next.title })}
          </Button>
        )}
      </div>
    </details>
  );
}

/** The refs of three steps, first to last. */
export function useSteps() {
  return [
    useRef<HTMLDetailsElement>(null),
    useRef<HTMLDetailsElement>(null),
    useRef<HTMLDetailsElement>(null),
  ] as const;
}
