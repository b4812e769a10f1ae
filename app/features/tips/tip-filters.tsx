import Search from "lucide-react/icons/search";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form, useSubmit } from "react-router";
import { petTypes } from "#app/features/pets/pets.rules.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { NativeSelect, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { lifeStages, seasons } from "./tips.rules.ts";
import type { TipSearch } from "./tips.server.ts";

/** Search field and three selects; with JavaScript the selects take effect immediately. */
export function TipFilters({ search }: { search: TipSearch }) {
  const { t } = useTranslation();
  const submit = useSubmit();
  return (
    <Form
      role="search"
      className="mb-6 grid gap-3 md:grid-cols-[minmax(0,1fr)_auto]"
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) void submit(event.currentTarget, { preventScrollReset: true });
      }}
    >
      <TextInput
        key={search.query}
        type="search"
        name="q"
        defaultValue={search.query}
        maxLength={80}
        aria-label={t("tips.search")}
        placeholder={t("tips.searchExample")}
        icon={<Search aria-hidden />}
      />
      <Button type="submit" variant="ghost">
        {t("form.search")}
      </Button>
      <div className="grid grid-cols-3 gap-3 md:col-span-2">
        <Filter name="animal" label={t("tips.animal")} value={search.animal}>
          {petTypes.map((type) => (
            <option key={type} value={type}>
              {t(`pets.types.${type}`)}
            </option>
          ))}
        </Filter>
        <Filter name="age" label={t("tips.age")} value={search.stage}>
          {lifeStages.map((stage) => (
            <option key={stage} value={stage}>
              {t(`tips.stages.${stage}`)}
            </option>
          ))}
        </Filter>
        <Filter name="season" label={t("tips.season")} value={search.season}>
          {seasons.map((season) => (
            <option key={season} value={season}>
              {t(`tips.seasons.${season}`)}
            </option>
          ))}
        </Filter>
      </div>
    </Form>
  );
}

function Filter(props: { name: string; label: string; value: string | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Field label={props.label}>
      <NativeSelect key={props.value} name={props.name} defaultValue={props.value ?? ""}>
        <option value="">{t("tips.any")}</option>
        {props.children}
      </NativeSelect>
    </Field>
  );
}
