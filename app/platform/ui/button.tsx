import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { cx } from "./cx.ts";
import { Spinner } from "./spinner.tsx";

/**
 * `main` is what the page is for. Its colour is that of the layout (`--main`): amber for visitors, teal in account
 * and admin panel, so that no view has both. `lost` is for emergencies and for what destroys; `report` leads to one, where none is.
 */
const variants = {
  main: "border-transparent bg-(--main) text-(--main-ink) shadow-1 hover:bg-(--main-deep)",
  lost: "border-transparent bg-lost text-lost-ink shadow-1 hover:bg-[color-mix(in_srgb,var(--color-lost),var(--color-ink)_16%)]",
  report: "border-lost bg-surface text-lost hover:bg-lost-soft",
  ghost: "border-line bg-surface text-ink hover:border-edge hover:bg-sunken",
  quiet: "border-transparent text-ink-2 hover:bg-[color-mix(in_srgb,currentColor_9%,transparent)] hover:text-ink",
};

const sizes = {
  sm: { text: "min-h-10 px-4 py-2 text-[0.875rem]", square: "size-10" },
  md: { text: "min-h-12 px-[22px] py-2.5 text-sm", square: "size-12" },
  lg: { text: "min-h-15 px-8 py-3 text-[1.125rem]", square: "size-15" },
};

export interface ButtonStyle {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** Takes the full width of its container. */
  full?: boolean;
}

/** Returns the class names of a button, for a plain `<a>` or another element that must look like one. */
export function buttonClass({
  variant = "main",
  size = "md",
  full,
  square,
}: ButtonStyle & { square?: boolean } = {}): string {
  return cx(
    "relative inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-full border-[1.5px]",
    "text-center font-semibold leading-tight no-underline select-none transition active:scale-[.98] print:hidden",
    "disabled:cursor-not-allowed disabled:opacity-55 disabled:shadow-none disabled:active:scale-100 aria-busy:cursor-progress",
    square ? sizes[size].square : sizes[size].text,
    variants[variant],
    full && "w-full shrink",
  );
}

function ButtonContent({ icon, iconEnd, pending, children }: Slots & { pending?: boolean; children?: ReactNode }) {
  return (
    <>
      {icon || iconEnd ? null : pending && <Spinner className="absolute" />}
      {icon && <Icon>{pending ? <Spinner /> : icon}</Icon>}
      <span className={cx(pending && !icon && !iconEnd && "opacity-0")}>{children}</span>
      {iconEnd && <Icon>{pending && !icon ? <Spinner /> : iconEnd}</Icon>}
    </>
  );
}

function Icon({ children }: { children: ReactNode }) {
  return <span className="-mx-0.5 grid h-5 min-w-5 shrink-0 place-items-center [&>svg]:size-5">{children}</span>;
}

interface Slots {
  icon?: ReactNode;
  iconEnd?: ReactNode;
}

/** Ignores clicks while pending; the button keeps its focus. */
function unlessPending(pending: boolean | undefined, onClick: ComponentProps<"button">["onClick"]) {
  return pending ? (event: MouseEvent) => event.preventDefault() : onClick;
}

export interface ButtonProps extends ComponentProps<"button">, ButtonStyle, Slots {
  /** Shows a spinner, keeps width and focus, ignores clicks. */
  pending?: boolean;
}

export function Button({
  variant,
  size,
  full,
  icon,
  iconEnd,
  pending,
  className,
  children,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      onClick={unlessPending(pending, onClick)}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      className={cx(buttonClass({ variant, size, full }), className)}
    >
      <ButtonContent icon={icon} iconEnd={iconEnd} pending={pending}>
        {children}
      </ButtonContent>
    </button>
  );
}

export function ButtonLink({
  variant,
  size,
  full,
  icon,
  iconEnd,
  className,
  children,
  ...rest
}: LinkProps & ButtonStyle & Slots) {
  return (
    <Link prefetch="intent" {...rest} className={cx(buttonClass({ variant, size, full }), className)}>
      <ButtonContent icon={icon} iconEnd={iconEnd}>
        {children}
      </ButtonContent>
    </Link>
  );
}

export interface IconButtonProps extends ComponentProps<"button">, Omit<ButtonStyle, "full"> {
  "aria-label": string;
  pending?: boolean;
}

/** Round button with only an icon, named by `aria-label`. */
export function IconButton({
  variant = "quiet",
  size,
  pending,
  className,
  children,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={unlessPending(pending, onClick)}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      className={cx(buttonClass({ variant, size, square: true }), className)}
    >
      <Icon>{pending ? <Spinner /> : children}</Icon>
    </button>
  );
}
