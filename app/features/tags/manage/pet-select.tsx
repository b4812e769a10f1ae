import type { ComponentProps } from "react";
import { NativeSelect, OptionList } from "#app/platform/ui/forms/text-input.tsx";

export interface PetName {
  id: string;
  name: string;
}

/** Select of the owner's pets, with an empty option first. */
export function PetSelect({ pets, empty, ...rest }: ComponentProps<"select"> & { pets: PetName[]; empty: string }) {
  return (
    <NativeSelect dir="auto" {...rest}>
      <option value="">{empty}</option>
      <OptionList options={pets.map(({ id, name }) => ({ value: id, label: name }))} />
    </NativeSelect>
  );
}
