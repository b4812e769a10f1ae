import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ComponentProps, useEffect, useState } from "react";
import { cx } from "../cx.ts";
import { controlClass, useFieldControl } from "./field-control.ts";

export interface PasswordInputProps extends Omit<ComponentProps<"input">, "type"> {
  type?: string;
  showLabel: string;
  hideLabel: string;
}

/** Password input with a button to show the password; without JavaScript there is no button. */
export function PasswordInput({ showLabel, hideLabel, className, type: _, ...rest }: PasswordInputProps) {
  const control = useFieldControl(rest);
  const [shown, setShown] = useState(false);
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <input
        autoCapitalize="none"
        spellCheck={false}
        {...control}
        dir="ltr"
        type={shown ? "text" : "password"}
        className={cx(controlClass, "min-h-[50px] pe-13 rtl:ps-13 rtl:pe-3.5 rtl:text-end", className)}
      />
      {awake && (
        <button
          type="button"
          aria-label={shown ? hideLabel : showLabel}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 end-1 my-auto grid size-11 place-items-center rounded-full text-ink-3 transition-colors hover:text-ink focus-visible:outline-offset-0"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      )}
    </span>
  );
}
