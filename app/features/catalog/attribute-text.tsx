import { useTranslation } from "react-i18next";
import { formatAttributes } from "./attribute-words.ts";
import type { Attributes } from "./products.rules.ts";

/** The chosen attributes in words; renders nothing when there are none. */
export function AttributeText({ attributes, className }: { attributes: Attributes; className?: string }) {
  const { t } = useTranslation();
  const chosen = formatAttributes(t, attributes);
  return chosen ? <p className={className ?? "text-xs text-ink-2 wrap-anywhere"}>{chosen}</p> : null;
}
