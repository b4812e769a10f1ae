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
import type { SideItem } from "../navigation.ts";

export const adminLinks: readonly SideItem[] = [
  { to: "/admin", label: "adminArea.dashboard", icon: ChartNoAxesCombined, exact: true },
  { to: "/admin/users", label: "adminArea.users", icon: Users },
  { to: "/admin/pets", label: "adminArea.pets", icon: PawPrint },
  { to: "/admin/tags", label: "adminArea.tags", icon: Tag },
  { to: "/admin/lost-found", label: "adminArea.lostFound", icon: Search, badge: "reports" },
  { to: "/admin/products", label: "adminArea.products", icon: ShoppingBag, badge: "products" },
  { to: "/admin/orders", label: "adminArea.orders", icon: Package, badge: "orders" },
  { to: "/admin/upgrade-requests", label: "adminArea.upgrades", icon: Crown, badge: "upgrades" },
  { to: "/admin/audit", label: "adminArea.audit", icon: ShieldCheck },
];

export const adminSettingsLink: SideItem = { to: "/dashboard/settings", label: "adminArea.settings", icon: Settings };
export const backToSiteLink: SideItem = { to: "/", label: "adminArea.toSite", icon: House };
