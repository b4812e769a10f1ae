import { type FieldMetadata, getInputProps } from "@conform-to/react";
import Bird from "lucide-react/icons/bird";
import Cat from "lucide-react/icons/cat";
import Dog from "lucide-react/icons/dog";
import Rabbit from "lucide-react/icons/rabbit";
import type { ReactNode } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { petTypes } from "../pets.rules.ts";

const icons = { dog: Dog, cat: Cat, bird: Bird, other: Rabbit };

/** Radio cards for the pet type, each with its icon; `other` is shown while the type is "other". */
export function PetTypeCards<Schema>({
  field,
  legend,
  other,
}: {
  field: FieldMetadata<Schema>;
  legend: string;
  other: ReactNode;
}) {
  const t = useT();
  return (
    <div className="group/type grid grid-cols-1 gap-4">
      <RadioCards
        {...getInputProps(field, { type: "radio", value: false })}
        required
        legend={legend}
        errors={field.errors}
        defaultValue={field.initialValue as string | undefined}
        columns={4}
        stacked
        options={petTypes.map((type) => {
          const Icon = icons[type];
          return { value: type, title: t(`pets.types.${type}`), icon: <Icon aria-hidden /> };
        })}
      />
      <div className="hidden group-has-[input[value=other]:checked]/type:block">{other}</div>
    </div>
  );
}
