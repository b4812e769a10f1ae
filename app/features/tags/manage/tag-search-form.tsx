import { useTranslation } from "react-i18next";
import { FilterChips } from "#app/platform/ui/lists/filter-chips.tsx";
import { optionsOf, SearchForm } from "#app/platform/ui/lists/search-form.tsx";
import { ownStates, tagOrders } from "../tags.rules.ts";
import type { TagsView } from "./load-tags.server.ts";

/** Search and sorting of an owner's tags, with the states as chips that apply immediately. */
export function TagSearchForm({ asked, pets }: Pick<TagsView, "asked" | "pets">) {
  const { t } = useTranslation();
  return (
    <div className="grid grid-cols-1 gap-2">
      <SearchForm
        text={{ label: t("tags.searchOwn"), value: asked.search ?? "", maxLength: 80 }}
        choices={[
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
        otherParams={{ state: asked.state }}
      />
      <FilterChips
        label={t("tags.status")}
        name="state"
        value={asked.state}
        options={optionsOf(ownStates, (one) => t(`tags.states.${one}`))}
      />
    </div>
  );
}
