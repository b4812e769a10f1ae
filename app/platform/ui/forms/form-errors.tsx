import OctagonAlert from "lucide-react/icons/octagon-exclamation-point";
import { type ReactNode, useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";

export interface FormError {
  /** Id of the control; without it, the message has no link. */
  id?: string;
  message: ReactNode;
}

/**
 * Prefixes a message with the field's label, "Name: please fill this in", unless the message contains it; keeps the
 * question mark of a label.
 */
function withLabel(label: string | undefined, text: string): string {
  if (!label || text.startsWith(label)) return text;
  return /[?؟]$/.test(label) ? `${label} ${text}` : `${label}: ${text}`;
}

/**
 * Returns all error messages of a form with the label and id of their field. Items such as `days[0]` refer to their
 * list unless `isWhole` names the control itself.
 */
export function problemsOf(
  { id, allErrors }: { id: string; allErrors: Record<string, string[]> },
  labelOf: (field: string) => string | undefined,
  isWhole = false,
): FormError[] {
  return Object.entries(allErrors).flatMap(([name, messages]) => {
    const field = isWhole ? name : name.replace(/\[\d*\]/, "");
    const target = name && name !== "version" ? { id: `${id}-${field}` } : {};
    return messages.map((text) => ({
      message: withLabel(name ? labelOf(field) : undefined, text),
      ...target,
    }));
  });
}

/**
 * Error summary of a form; each message links to its field. If none has a field, which would be focused, the summary is
 * scrolled into view: the button of a long form is below it.
 */
export function FormErrors({ errors }: { errors: readonly FormError[] }) {
  const t = useT();
  const summary = useRef<HTMLDivElement>(null);
  const { state } = useNavigation();
  const isScrolled = state === "idle" && errors.length > 0 && errors.every((error) => !error.id);
  useEffect(() => {
    if (isScrolled) summary.current?.scrollIntoView({ block: "nearest" });
  }, [isScrolled]);
  if (errors.length === 0) return null;
  return (
    <div
      ref={summary}
      role="alert"
      data-rejection=""
      className="flex scroll-mt-20 animate-rise gap-3 rounded-2 border-s-4 border-lost bg-lost-soft px-4 py-3.5 text-sm text-ink"
    >
      <OctagonAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-lost" />
      <div className="grid gap-1">
        <p className="font-semibold">{t("form.checkThese")}</p>
        <ul className="grid gap-1">
          {errors.map(({ id: field, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity and are always replaced together
            <li key={index}>
              {field ? (
                <a href={`#${field}`} className="underline underline-offset-4 hover:no-underline">
                  {message}
                </a>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
