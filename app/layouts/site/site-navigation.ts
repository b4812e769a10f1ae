import type { WordKey } from "#app/platform/i18n/words.ts";
import type { NavItem } from "../navigation.ts";

export const siteLinks: readonly NavItem[] = [
  { to: "/", label: "site.navigation.home", exact: true },
  { to: "/about", label: "site.navigation.about" },
  { to: "/features", label: "site.navigation.features" },
  { to: "/community-reports", label: "site.navigation.reports" },
  { to: "/store", label: "site.navigation.store" },
];

export const footerLinks: readonly { title: WordKey; links: readonly NavItem[] }[] = [
  {
    title: "site.footer.quickLinks",
    links: [
      { to: "/about", label: "site.footer.about" },
      { to: "/store", label: "site.footer.shop" },
      { to: "/features", label: "site.footer.features" },
      { to: "/community-reports", label: "site.footer.reports" },
    ],
  },
  {
    title: "site.footer.resources",
    links: [
      { to: "/get-started", label: "site.footer.getStarted" },
      { to: "/learn-more", label: "site.footer.learnMore" },
      { to: "/contact", label: "site.footer.help" },
      { to: "/learn-more#questions", label: "site.footer.faq" },
    ],
  },
];

export const legalLinks: readonly NavItem[] = [
  { to: "/privacy", label: "site.footer.privacy" },
  { to: "/terms", label: "site.footer.terms" },
  { to: "/contact", label: "site.footer.contact" },
];

/** Names of other sites are written the same in both languages. */
export const socialLinks = [
  { name: "Facebook", href: "https://www.facebook.com/" },
  { name: "Instagram", href: "https://www.instagram.com/" },
  { name: "YouTube", href: "https://www.youtube.com/" },
] as const;
