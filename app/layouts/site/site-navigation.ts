import { href } from "react-router";
import type { WordKey } from "#app/platform/i18n/words.ts";
import type { NavItem } from "../navigation.ts";

export const siteLinks: readonly NavItem[] = [
  { to: "/", label: "site.navigation.home", exact: true },
  { to: href("/about"), label: "site.navigation.about" },
  { to: href("/features"), label: "site.navigation.features" },
  { to: href("/community-reports"), label: "site.navigation.reports" },
  { to: href("/store"), label: "site.navigation.store" },
];

export const footerLinks: readonly { title: WordKey; links: readonly NavItem[] }[] = [
  {
    title: "site.footer.quickLinks",
    links: [
      { to: href("/about"), label: "site.footer.about" },
      { to: href("/store"), label: "site.footer.shop" },
      { to: href("/features"), label: "site.footer.features" },
      { to: href("/community-reports"), label: "site.footer.reports" },
    ],
  },
  {
    title: "site.footer.resources",
    links: [
      { to: href("/get-started"), label: "site.footer.getStarted" },
      { to: href("/learn-more"), label: "site.footer.learnMore", about: "site.footer.aboutAleef" },
      { to: href("/contact"), label: "site.footer.help" },
      { to: `${href("/learn-more")}#questions`, label: "site.footer.faq" },
    ],
  },
];

export const legalLinks: readonly NavItem[] = [
  { to: href("/privacy"), label: "site.footer.privacy" },
  { to: href("/terms"), label: "site.footer.terms" },
  { to: href("/contact"), label: "site.footer.contact" },
];

/** Names of other sites by host, the same in both languages. */
const socialNames: Readonly<Record<string, string>> = {
  "facebook.com": "Facebook",
  "instagram.com": "Instagram",
  "linkedin.com": "LinkedIn",
  "snapchat.com": "Snapchat",
  "t.me": "Telegram",
  "tiktok.com": "TikTok",
  "wa.me": "WhatsApp",
  "x.com": "X",
  "youtube.com": "YouTube",
};

/** Returns the name of the site that a URL belongs to, or its host if the name is unknown. */
export function socialNameOf(address: string): string {
  const host = new URL(address).hostname.replace(/^www\./, "");
  return socialNames[host] ?? host;
}
