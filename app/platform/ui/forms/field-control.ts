import { createContext, use } from "react";
import { cx } from "../cx.ts";

interface FieldAttributes {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

export const FieldContext = createContext<FieldAttributes | null>(null);

interface Wired {
  id?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling";
}

/** Adds the field's id, hint and errors to the props of a control inside a `Field`. */
export function useFieldControl<Props extends Wired>(props: Props): Props {
  const field = use(FieldContext);
  if (!field) return props;
  const described = new Set(`${field.describedBy ?? ""} ${props["aria-describedby"] ?? ""}`.split(" ").filter(Boolean));
  return {
    ...props,
    id: props.id ?? field.id,
    "aria-describedby": described.size > 0 ? [...described].join(" ") : undefined,
    "aria-invalid": props["aria-invalid"] ?? (field.invalid || undefined),
  };
}

/** Class names of all inputs and selects. */
export const controlClass = cx(
  "block w-full min-w-0 rounded-1 border-[1.5px] border-edge bg-surface px-3.5 py-2.5 text-base leading-snug text-ink transition-colors",
  "hover:border-ink-3 focus-visible:border-brand focus-visible:outline-offset-0 focus-visible:outline-brand/35",
  "aria-invalid:border-lost aria-invalid:focus-visible:outline-lost/35",
  "read-only:not-[select,[type=file]]:bg-sunken disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3",
);

export const hintClass = "text-xs text-ink-3";
export const errorClass = "flex items-start gap-1.5 text-xs font-medium text-lost";
