import { createContext, type ReactNode, useContext } from "react";
import { type Fetcher, useNavigation } from "react-router";
import { Button, type ButtonProps } from "../button.tsx";
import { cx } from "../cx.ts";

interface FormSent {
  /** Names and values that tell the form apart from the others on the page. */
  hidden: readonly (readonly [name: string, value: string])[];
  /** Fetcher that submits the form, unless it is a navigation. */
  fetcher: Pick<Fetcher, "formData"> | undefined;
}

/** The `AppForm` around a button. */
export const FormContext = createContext<FormSent>({ hidden: [], fetcher: undefined });

export interface SubmitButtonProps extends Omit<ButtonProps, "type" | "value"> {
  value?: string;
}

/**
 * Submit button that is pending while its own form is being submitted; the form is identified by its hidden fields and
 * by the button's name and value. A double click submits once, even if its second half comes before the button is
 * pending.
 */
export function SubmitButton({ name, value, pending, onClick, ...rest }: SubmitButtonProps) {
  const navigation = useNavigation();
  const { hidden, fetcher } = useContext(FormContext);
  const submitted = (fetcher ?? navigation).formData;
  const isOwnForm =
    submitted !== undefined &&
    (!name || submitted.get(name) === (value ?? "")) &&
    hidden.every(([field, wanted]) => submitted.get(field) === wanted);
  return (
    <Button
      {...rest}
      type="submit"
      name={name}
      value={value}
      pending={pending ?? isOwnForm}
      onClick={(event) => (event.detail > 1 ? event.preventDefault() : onClick?.(event))}
    />
  );
}

/** Sticky bar with the submit buttons of a long form; focused fields do not scroll beneath it. */
export function SaveBar({ className = "sticky", children }: { className?: string; children: ReactNode }) {
  return (
    <div
      data-bar
      className={cx(
        "bottom-[calc(1rem+var(--notice-height,0px)+var(--foot-height,0px))] z-10 flex flex-wrap justify-end gap-3 rounded-3 border border-line bg-surface p-3 shadow-2",
        className,
      )}
    >
      {children}
    </div>
  );
}
