import ChartNoAxesCombined from "lucide-react/icons/chart-no-axes-combined";
import Crown from "lucide-react/icons/crown";
import House from "lucide-react/icons/house";
import Package from "lucide-react/icons/package";
import PawPrint from "lucide-react/icons/paw-print";
import ScanSearch from "lucide-react/icons/scan-search";
import Search from "lucide-react/icons/search";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShoppingBag from "lucide-react/icons/shopping-bag";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import Stethoscope from "lucide-react/icons/stethoscope";
import Tag from "lucide-react/icons/tag";
import Users from "lucide-react/icons/users";
import { href } from "react-router";
import type { SideItem } from "../navigation.ts";

export const adminLinks: readonly SideItem[] = [
  { to: href("/admin"), label: "adminArea.dashboard", icon: ChartNoAxesCombined, exact: true },
  { to: href("/admin/users"), label: "adminArea.users", icon: Users },
  { to: href("/admin/pets"), label: "adminArea.pets", icon: PawPrint },
  { to: href("/admin/tags"), label: "adminArea.tags", icon: Tag },
  { to: href("/admin/lost-found"), label: "adminArea.lostFound", icon: Search, badge: "reports" },
  { to: href("/admin/clinics"), label: "adminArea.clinics", icon: Stethoscope },
  { to: href("/admin/products"), label: "adminArea.products", icon: ShoppingBag, badge: "products" },
  { to: href("/admin/orders"), label: "adminArea.orders", icon: Package, badge: "orders" },
  { to: href("/admin/upgrade-requests"), label: "adminArea.upgrades", icon: Crown, badge: "upgrades" },
  { to: href("/admin/audit"), label: "adminArea.audit", icon: ShieldCheck },
  { to: href("/admin/settings"), label: "adminArea.siteSettings", icon: SlidersHorizontal },
];

export const adminSearchLink: SideItem = {
  to: href("/admin/search"),
  label: "adminArea.search.title",
  icon: ScanSearch,
};

export const adminSettingsLink: SideItem = {
  to: href("/dashboard/settings"),
  label: "adminArea.settings",
  icon: Settings,
};
export const backToSiteLink: SideItem = { to: "/", label: "adminArea.toSite", icon: House };
