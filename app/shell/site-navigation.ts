import type { WordKey } from "#app/platform/i18n/words.ts";
import type { NavItem } from "./navigation.ts";

export const siteLinks: readonly NavItem[] = [
  { to: "/", label: "shell.site.home", exact: true },
  { to: "/about", label: "shell.site.about" },
  { to: "/features", label: "shell.site.features" },
  { to: "/community-reports", label: "shell.site.reports" },
  { to: "/store", label: "shell.site.store" },
];

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
