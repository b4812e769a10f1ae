import { desc, isNull } from "drizzle-orm";
import { href } from "react-router";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { listNewestReports } from "#app/features/lost-found/board/list-reports.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { languages } from "#app/platform/i18n/language.ts";

/** Maximum number of URLs in one sitemap file (sitemaps.org). */
const maxUrls = 50_000;

const pages = [
  "",
  href("/about"),
  href("/features"),
  href("/learn-more"),
  href("/get-started"),
  href("/store"),
  href("/community-reports"),
];
const legal = [href("/privacy"), href("/terms"), href("/contact")];

interface Entry {
  path: string;
  changedAt?: Date;
}

export const parts = ["pages", "products", "reports"] as const;
export type Part = (typeof parts)[number];

const entriesOf: Record<Part, (ctx: AppContext) => Promise<Entry[]>> = {
  pages: async () => [...pages, ...legal].map((path) => ({ path })),
  products: async ({ db }) => {
    const rows = await db
      .select({ id: products.id, changedAt: products.updatedAt })
      .from(products)
      .where(isNull(products.archivedAt))
      .orderBy(desc(products.id))
      .limit(maxUrls);
    return rows.map(({ id, changedAt }) => ({ path: href("/store/product/:id", { id }), changedAt }));
  },
  reports: async (ctx) => {
    const rows = await listNewestReports(ctx, maxUrls);
    return rows.map(({ id, changedAt }) => ({
      path: href("/community-reports/:reportId", { reportId: id }),
      changedAt,
    }));
  },
};

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Renders the sitemap index (sitemaps.org 0.9). */
export function renderSitemapIndex({ settings: { publicUrl } }: Pick<AppContext, "settings">): string {
  const maps = parts.map((part) => `<sitemap><loc>${publicUrl}/sitemap/${part}.xml</loc></sitemap>`).join("\n");
  return `${head}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${maps}\n</sitemapindex>\n`;
}

/**
 * Renders the sitemap of one part: every public URL with its language alternatives; for reports, the newest open ones.
 */
export async function renderSitemap(ctx: AppContext, part: Part): Promise<string> {
  const { publicUrl } = ctx.settings;
  const entries = await entriesOf[part](ctx);
  const urls = entries.map(({ path, changedAt }) => {
    const url = publicUrl + (path || "/");
    const forms = languages.map(
      (language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${url}?lang=${language}"/>`,
    );
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : "";
    return `<url><loc>${url}</loc>${changed}${forms.join("")}</url>`;
  });
  return `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join("\n")}\n</urlset>\n`;
}
