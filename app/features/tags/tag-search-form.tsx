import Search from "lucide-react/icons/search";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { Form, useSubmit } from "react-router";
import { Button } from "#app/platform/ui/button.tsx";
import { NativeSelect, TextInput } from "#app/platform/ui/text-input.tsx";
import type { TagsView } from "./load-tags.server.ts";
import { PetSelect } from "./pet-select.tsx";
import { ownStates, tagOrders } from "./tags.rules.ts";

/** Search, filters and order; a choice takes effect at once, and with the button where scripts do not run. */
export function TagSearchForm({ asked, pets }: Pick<TagsView, "asked" | "pets">) {
  const { t } = useTranslation();
  const submit = useSubmit();
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    if (event.target instanceof HTMLSelectElement) submit(event.currentTarget, { preventScrollReset: true });
  };
  return (
    <Form
      key={JSON.stringify(asked)}
      method="get"
      role="search"
      preventScrollReset
      onChange={onChange}
      className="grid grid-cols-2 gap-3 max-lg:*:last:col-span-2 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))_auto]"
    >
      <div className="max-lg:col-span-2">
        <TextInput
          name="q"
          type="search"
          defaultValue={asked.search}
          maxLength={80}
          aria-label={t("tags.searchOwn")}
          placeholder={t("tags.searchOwn")}
          icon={<Search />}
        />
      </div>
      <NativeSelect name="state" defaultValue={asked.state ?? ""} aria-label={t("tags.status")}>
        <option value="">{t("tags.allStates")}</option>
        {ownStates.map((state) => (
          <option key={state} value={state}>
            {t(`tags.states.${state}`)}
          </option>
        ))}
      </NativeSelect>
      <PetSelect
        name="pet"
        pets={pets}
        empty={t("tags.allPets")}
        defaultValue={asked.petId ?? ""}
        aria-label={t("tags.pet")}
      />
      <NativeSelect className="max-lg:col-span-2" name="sort" defaultValue={asked.order} aria-label={t("tags.order")}>
        {tagOrders.map((order) => (
          <option key={order} value={order}>
            {t(`tags.orders.${order}`)}
          </option>
        ))}
      </NativeSelect>
      <Button type="submit" variant="ghost">
        {t("tags.searchAction")}
      </Button>
    </Form>
  );
}
