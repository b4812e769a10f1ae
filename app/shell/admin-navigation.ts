import ChartNoAxesCombined from "lucide-react/icons/chart-no-axes-combined";
import Crown from "lucide-react/icons/crown";
import House from "lucide-react/icons/house";
import Package from "lucide-react/icons/package";
import PawPrint from "lucide-react/icons/paw-print";
import Search from "lucide-react/icons/search";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShoppingBag from "lucide-react/icons/shopping-bag";
import Tag from "lucide-react/icons/tag";
import Users from "lucide-react/icons/users";
import type { SideItem } from "./navigation.ts";

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
