import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Translate } from "#app/platform/i18n/words.ts";

/**
 * Returns a `wa.me` link that opens a chat with the platform's number, with a text that contains `reference`, a scan's
 * token or a conversation's key. Null if WhatsApp is not configured.
 */
export function getWhatsappLink(
  { settings }: Pick<AppContext, "settings">,
  t: Translate,
  { name, reference }: { name: string; reference: string },
): string | null {
  if (!settings.whatsapp) return null;
  const text = `${name ? t("finderPage.whatsapp.have", { name }) : t("finderPage.whatsapp.haveOther")}\n\n[${reference}]`;
  return `https://wa.me/${settings.whatsapp.number.replace("+", "")}?text=${encodeURIComponent(text)}`;
}
