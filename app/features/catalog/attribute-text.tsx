import { useT } from "#app/platform/i18n/use-t.ts";
import { formatAttributes } from "./attribute-texts.ts";
import type { Attributes } from "./products.rules.ts";

/** The chosen attributes in words; renders nothing when there are none. */
export function AttributeText({ attributes, className }: { attributes: Attributes; className?: string }) {
  const t = useT();
  const chosen = formatAttributes(t, attributes);
  return chosen ? <p className={className ?? "text-xs text-ink-2 wrap-anywhere"}>{chosen}</p> : null;
}
