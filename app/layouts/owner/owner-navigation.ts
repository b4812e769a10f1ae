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
import type { SideItem } from "../navigation.ts";

export const ownerLinks: readonly SideItem[] = [
  { to: "/dashboard", label: "owner.overview", icon: LayoutDashboard, exact: true },
  { to: "/dashboard/pets", label: "owner.pets", icon: PawPrint },
  { to: "/dashboard/tags", label: "owner.tags", icon: Tag, also: ["/dashboard/tags-management"] },
  {
    to: "/dashboard/scan-records",
    label: "owner.scans",
    icon: ScanLine,
    also: ["/dashboard/scans", "/dashboard/scan-details"],
  },
  { to: "/dashboard/lost-found", label: "owner.lostFound", icon: Search },
  { to: "/store", label: "owner.store", icon: Store },
  { to: "/dashboard/orders", label: "owner.orders", icon: Package },
  { to: "/dashboard/tips", label: "owner.tips", icon: BookHeart, also: ["/dashboard/reminders"] },
  { to: "/dashboard/subscription", label: "owner.subscription", icon: Crown },
  { to: "/dashboard/settings", label: "owner.settings", icon: Settings },
];

export const ownerAdminLink: SideItem = { to: "/admin", label: "owner.admin", icon: ShieldCheck };
