import { getCollectionProps } from "@conform-to/react";
import Eye from "lucide-react/icons/eye";
import { useTranslation } from "react-i18next";
import { Switch } from "#app/platform/ui/forms/choice.tsx";
import { type FinderItem, finderItems } from "../pets.rules.ts";
import type { PetFieldset } from "./pet-fieldset.ts";

/** Switch for whether finders see the field above. Rendered for the owner only, not for caregivers. */
export function Visibility({ fields, item, isOwner }: { fields: PetFieldset; item: FinderItem; isOwner: boolean }) {
  const { t } = useTranslation();
  if (!isOwner) return null;
  const options = getCollectionProps(fields.shown, { type: "checkbox", options: [...finderItems] });
  const option = options.find(({ value }) => value === item);
  if (!option) return null;
  const { key, ...props } = option;
  return (
    <Switch
      key={key}
      {...props}
      className="-mt-1"
      label={
        <span className="flex items-center gap-2 text-ink-2">
          <Eye aria-hidden className="size-4 shrink-0" />
          <span>
            <span className="sr-only">{t(`pets.items.${item}`)}: </span>
            {t("pets.items.visible")}
          </span>
        </span>
      }
    />
  );
}
