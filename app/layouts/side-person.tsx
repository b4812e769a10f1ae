import type { ComponentProps } from "react";
import { Avatar } from "#app/platform/ui/avatar.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

interface SidePersonProps {
  name: string;
  email: string;
  from?: ComponentProps<typeof SignOutButton>["from"];
  isCollapsed?: boolean;
}

/** The signed-in user, with a sign-out button. */
export function SidePerson({ name, email, from, isCollapsed = false }: SidePersonProps) {
  if (isCollapsed)
    return (
      <div className="grid justify-items-center gap-2">
        <Avatar size="sm" alt={name}>
          {initialsOf(name)}
        </Avatar>
        <SignOutButton from={from} variant="icon" />
      </div>
    );
  return (
    <div className="flex items-center gap-3">
      <Avatar size="sm">{initialsOf(name)}</Avatar>
      <div className="min-w-0 flex-1 leading-tight">
        <p className="text-sm font-semibold">
          <bdi className="truncate">{name}</bdi>
        </p>
        <p className="text-xs text-ink-3">
          <bdi dir="ltr" className="truncate">
            {email}
          </bdi>
        </p>
      </div>
      <SignOutButton from={from} variant="icon" />
    </div>
  );
}

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("\u200C");
}
