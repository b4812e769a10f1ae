import { Menu as Base } from "@base-ui/react/menu";
import type { MouseEvent, ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "./cx.ts";

interface ItemLook {
  icon?: ReactNode;
  tone?: "plain" | "lost";
  children: ReactNode;
}

function itemClass(tone: ItemLook["tone"] = "plain") {
  return cx(
    "flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-1 px-3 text-start text-sm outline-none select-none",
    "data-disabled:cursor-not-allowed data-disabled:opacity-50",
    tone === "lost" ? "text-lost data-highlighted:bg-lost-soft" : "text-ink data-highlighted:bg-sunken",
  );
}

function Inside({ icon, tone, children }: ItemLook) {
  return (
    <>
      {icon && (
        <span aria-hidden="true" className={cx("shrink-0 *:size-4.5", tone !== "lost" && "text-ink-3")}>
          {icon}
        </span>
      )}
      <span className="min-w-0 flex-1">{children}</span>
    </>
  );
}

/** A list of actions that opens under its trigger. */
export function Menu({
  trigger,
  align = "end",
  children,
}: {
  trigger: ReactElement;
  align?: "start" | "end";
  children: ReactNode;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={8} collisionPadding={12} className="z-60 outline-none">
          <Base.Popup
            className={cx(
              "max-h-(--available-height) min-w-56 max-w-80 origin-(--transform-origin) overflow-y-auto rounded-2 border border-line bg-surface p-1.5 shadow-2 outline-none",
              "transition duration-150 data-ending-style:scale-96 data-ending-style:opacity-0 data-starting-style:scale-96 data-starting-style:opacity-0",
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({
  icon,
  tone,
  onClick,
  disabled,
  children,
}: ItemLook & { onClick?: (event: MouseEvent) => void; disabled?: boolean }) {
  return (
    <Base.Item onClick={onClick} disabled={disabled} className={itemClass(tone)}>
      <Inside icon={icon} tone={tone}>
        {children}
      </Inside>
    </Base.Item>
  );
}

export function MenuLink({
  to,
  reloadDocument,
  icon,
  tone,
  children,
}: ItemLook & { to: string; reloadDocument?: boolean }) {
  return (
    <Base.LinkItem
      closeOnClick
      className={itemClass(tone)}
      render={<Link to={to} prefetch="intent" reloadDocument={reloadDocument} />}
    >
      <Inside icon={icon} tone={tone}>
        {children}
      </Inside>
    </Base.LinkItem>
  );
}

/** Submits the form with the id `form`, which stands anywhere on the page. */
export function MenuSubmit({
  form,
  name,
  value,
  icon,
  tone,
  children,
}: ItemLook & { form: string; name?: string; value?: string }) {
  return (
    <Base.Item
      nativeButton
      className={itemClass(tone)}
      render={<button type="submit" form={form} name={name} value={value} />}
    >
      <Inside icon={icon} tone={tone}>
        {children}
      </Inside>
    </Base.Item>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="mx-3 my-1.5 h-px bg-line" />;
}

/** A line of text at the head of the menu, such as who is signed in. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-3 pt-2 pb-1.5 text-xs text-ink-3">{children}</div>;
}
