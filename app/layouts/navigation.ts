import Bell from "lucide-react/icons/bell";
import type { ComponentType } from "react";
import { href } from "react-router";
import type { AdminCounts } from "#app/features/admin/overview/admin-counts.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";

export interface NavItem {
  to: string;
  label: WordKey;
  /** Continues the label for those who hear the link, where it alone says too little. */
  about?: WordKey;
  /** Other paths that belong to this entry. */
  also?: readonly string[];
  /** Whether only the path itself matches, not paths below it. */
  exact?: boolean;
}

export interface SideItem extends NavItem {
  icon: ComponentType<{ className?: string; "aria-hidden"?: boolean }>;
  badge?: keyof AdminCounts;
}

export const inboxLink: SideItem = { to: href("/dashboard/inbox"), label: "owner.inbox", icon: Bell };

/** Returns whether a path belongs to an entry: the path itself or, unless the entry is exact, any path below it. */
export function isCurrent(item: NavItem, pathname: string): boolean {
  const path = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  return [item.to, ...(item.also ?? [])].some(
    (start) => path === start || (!item.exact && path.startsWith(`${start}/`)),
  );
}
