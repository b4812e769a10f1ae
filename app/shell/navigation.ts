import Bell from "lucide-react/icons/bell";
import BookHeart from "lucide-react/icons/book-heart";
import ChartNoAxesCombined from "lucide-react/icons/chart-no-axes-combined";
import Crown from "lucide-react/icons/crown";
import House from "lucide-react/icons/house";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Package from "lucide-react/icons/package";
import PawPrint from "lucide-react/icons/paw-print";
import ScanLine from "lucide-react/icons/scan-line";
import Search from "lucide-react/icons/search";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShoppingBag from "lucide-react/icons/shopping-bag";
import Store from "lucide-react/icons/store";
import Tag from "lucide-react/icons/tag";
import Users from "lucide-react/icons/users";
import type { ComponentType } from "react";
import type { AdminCounts } from "#app/features/overview/overview.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";

export interface NavItem {
  to: string;
  label: WordKey;
  /** Other paths that belong to this entry. */
  also?: readonly string[];
  /** Only the very path, not what lies below it. */
  exact?: boolean;
}

export interface SideItem extends NavItem {
  icon: ComponentType<{ className?: string; "aria-hidden"?: boolean }>;
  badge?: keyof AdminCounts;
}

export const siteLinks: readonly NavItem[] = [
  { to: "/", label: "shell.site.home", exact: true },
  { to: "/about", label: "shell.site.about" },
  { to: "/features", label: "shell.site.features" },
  { to: "/community-reports", label: "shell.site.reports" },
  { to: "/store", label: "shell.site.store" },
];

export const ownerLinks: readonly SideItem[] = [
  { to: "/dashboard", label: "shell.owner.overview", icon: LayoutDashboard, exact: true },
  { to: "/dashboard/pets", label: "shell.owner.pets", icon: PawPrint },
  { to: "/dashboard/tags", label: "shell.owner.tags", icon: Tag, also: ["/dashboard/tags-management"] },
  {
    to: "/dashboard/scan-records",
    label: "shell.owner.scans",
    icon: ScanLine,
    also: ["/dashboard/scans", "/dashboard/scan-details"],
  },
  { to: "/dashboard/lost-found", label: "shell.owner.lostFound", icon: Search },
  { to: "/store", label: "shell.owner.store", icon: Store },
  { to: "/dashboard/orders", label: "shell.owner.orders", icon: Package },
  { to: "/dashboard/tips", label: "shell.owner.tips", icon: BookHeart, also: ["/dashboard/reminders"] },
  { to: "/dashboard/subscription", label: "shell.owner.subscription", icon: Crown },
  { to: "/dashboard/settings", label: "shell.owner.settings", icon: Settings },
];

export const ownerAdminLink: SideItem = { to: "/admin", label: "shell.owner.admin", icon: ShieldCheck };
export const inboxLink: SideItem = { to: "/dashboard/inbox", label: "shell.owner.inbox", icon: Bell };

export const adminLinks: readonly SideItem[] = [
  { to: "/admin", label: "shell.admin.dashboard", icon: ChartNoAxesCombined, exact: true },
  { to: "/admin/users", label: "shell.admin.users", icon: Users },
  { to: "/admin/pets", label: "shell.admin.pets", icon: PawPrint },
  { to: "/admin/tags", label: "shell.admin.tags", icon: Tag },
  { to: "/admin/lost-found", label: "shell.admin.lostFound", icon: Search, badge: "reports" },
  { to: "/admin/products", label: "shell.admin.products", icon: ShoppingBag, badge: "products" },
  { to: "/admin/orders", label: "shell.admin.orders", icon: Package, badge: "orders" },
  { to: "/admin/upgrade-requests", label: "shell.admin.upgrades", icon: Crown, badge: "upgrades" },
  { to: "/admin/audit", label: "shell.admin.audit", icon: ShieldCheck },
];

export const adminSettingsLink: SideItem = { to: "/dashboard/settings", label: "shell.admin.settings", icon: Settings };
export const backToSiteLink: SideItem = { to: "/", label: "shell.admin.toSite", icon: House };

export const footerLinks: readonly { title: WordKey; links: readonly NavItem[] }[] = [
  {
    title: "shell.footer.quickLinks",
    links: [
      { to: "/about", label: "shell.footer.about" },
      { to: "/store", label: "shell.footer.shop" },
      { to: "/features", label: "shell.footer.features" },
      { to: "/community-reports", label: "shell.footer.reports" },
    ],
  },
  {
    title: "shell.footer.resources",
    links: [
      { to: "/get-started", label: "shell.footer.getStarted" },
      { to: "/learn-more", label: "shell.footer.learnMore" },
      { to: "/contact", label: "shell.footer.help" },
      { to: "/learn-more#questions", label: "shell.footer.faq" },
    ],
  },
];

export const legalLinks: readonly NavItem[] = [
  { to: "/privacy", label: "shell.footer.privacy" },
  { to: "/terms", label: "shell.footer.terms" },
  { to: "/contact", label: "shell.footer.contact" },
];

/** Names of other sites are written the same in both languages. */
export const socialLinks = [
  { name: "Facebook", href: "https://www.facebook.com/" },
  { name: "Instagram", href: "https://www.instagram.com/" },
  { name: "YouTube", href: "https://www.youtube.com/" },
] as const;

/** Whether a path belongs to an entry: the path itself or, unless the entry is exact, anything below it. */
export function isCurrent(item: NavItem, pathname: string): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  return [item.to, ...(item.also ?? [])].some(
    (start) => path === start || (!item.exact && path.startsWith(`${start}/`)),
  );
}
