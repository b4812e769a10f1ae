import { useTranslation } from "react-i18next";
import { optionsOf, SearchForm } from "#app/platform/ui/lists/search-form.tsx";
import { ownStates, tagOrders } from "../tags.rules.ts";
import type { TagsView } from "./load-tags.server.ts";

/** Search, filters and order of an owner's tags. */
export function TagSearchForm({ asked, pets }: Pick<TagsView, "asked" | "pets">) {
  const { t } = useTranslation();
  return (
    <SearchForm
      text={{ label: t("tags.searchOwn"), value: asked.search ?? "", maxLength: 80 }}
      choices={[
        {
          name: "state",
          label: t("tags.status"),
          value: asked.state,
          any: t("tags.allStates"),
          options: optionsOf(ownStates, (one) => t(`tags.states.${one}`)),
        },
        {
          name: "pet",
          label: t("tags.pet"),
          value: asked.petId,
          any: t("tags.allPets"),
          options: pets.map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          name: "sort",
          label: t("tags.order"),
          value: asked.order,
          options: optionsOf(tagOrders, (one) => t(`tags.orders.${one}`)),
        },
      ]}
    />
  );
}
