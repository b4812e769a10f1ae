import OctagonAlert from "lucide-react/icons/octagon-alert";
import type { ReactNode } from "react";

export interface FormError {
  /** The id of the control it is about; without one the message stands alone. */
  id?: string;
  message: ReactNode;
}

/** Everything a form was refused for, at its top, each message leading to its field. */
export function FormErrors({ title, errors, id }: { title: ReactNode; errors: readonly FormError[]; id?: string }) {
  if (errors.length === 0) return null;
  return (
    <div
      id={id}
      role="alert"
      className="flex animate-rise gap-3 rounded-2 border-s-4 border-lost bg-lost-soft px-4 py-3.5 text-sm text-ink"
    >
      <OctagonAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-lost" />
      <div className="grid gap-1">
        <p className="font-semibold">{title}</p>
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
