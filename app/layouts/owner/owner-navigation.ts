import BookHeart from "lucide-react/icons/book-heart";
import Crown from "lucide-react/icons/crown";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Package from "lucide-react/icons/package";
import PawPrint from "lucide-react/icons/paw-print";
import ScanLine from "lucide-react/icons/scan-line";
import Search from "lucide-react/icons/search";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import Store from "lucide-react/icons/store";
import Tag from "lucide-react/icons/tag";
import { href } from "react-router";
import type { Emergency } from "#app/features/emergencies/emergencies.rules.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { inboxLink, type SideItem } from "../navigation.ts";

export const ownerLinks: readonly SideItem[] = [
  { to: href("/dashboard"), label: "owner.overview", icon: LayoutDashboard, exact: true },
  { to: href("/dashboard/pets"), label: "owner.pets", icon: PawPrint },
  { to: href("/dashboard/tags"), label: "owner.tags", icon: Tag, also: [href("/dashboard/tags-management")] },
  {
    to: href("/dashboard/scan-records"),
    label: "owner.scans",
    icon: ScanLine,
    also: [href("/dashboard/scans"), "/dashboard/scan-details"],
  },
  { to: href("/dashboard/lost-found"), label: "owner.lostFound", icon: Search },
  { to: href("/store"), label: "owner.store", icon: Store },
  { to: href("/dashboard/orders"), label: "owner.orders", icon: Package },
  { to: href("/dashboard/tips"), label: "owner.tips", icon: BookHeart, also: [href("/dashboard/reminders")] },
  { to: href("/dashboard/subscription"), label: "owner.subscription", icon: Crown },
  { to: href("/dashboard/settings"), label: "owner.settings", icon: Settings },
];

export const ownerAdminLink: SideItem = { to: href("/admin"), label: "owner.admin", icon: ShieldCheck };

const [overview, pets, tags, , lostFound] = ownerLinks as readonly [SideItem, SideItem, SideItem, SideItem, SideItem];

/** Links of the bottom bar on a phone, with shorter labels where needed. */
export const bottomLinks = [
  overview,
  { ...pets, label: "owner.short.pets" },
  tags,
  inboxLink,
  { ...lostFound, label: "owner.short.lostFound" },
] as const satisfies readonly SideItem[];

/**
 * Returns the links that have a red dot, with its label: the overview for all emergencies, and the list of lost pets
 * for lost ones.
 */
export function urgentLinks(t: Translate, emergencies: readonly Emergency[]): Partial<Record<string, string>> {
  if (emergencies.length === 0) return {};
  const waiting = t("owner.emergency.waiting");
  const isLost = emergencies.some(({ kind, report }) => kind === "lost" || report !== null);
  return { [overview.to]: waiting, ...(isLost && { [lostFound.to]: waiting }) };
}
