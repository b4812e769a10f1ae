import { useTranslation } from "react-i18next";
import { Form, href } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { type PetName, PetSelect } from "./pet-select.tsx";

interface Props {
  tag: { id: string; petId: string | null };
  pets: PetName[];
  answer?: FormAnswer | undefined;
}

/** Form to choose the pet that wears the tag. */
export function LinkForm({ tag, pets, answer }: Props) {
  const { t } = useTranslation();
  const isThis = answer?.form.initialValue?.tagId === tag.id;
  const errors = isThis ? (answer?.form.error?.petId ?? undefined) : undefined;
  if (pets.length === 0)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-2">{t("tags.needPet")}</p>
        <ButtonLink to={href("/dashboard/pets/new")} size="sm" variant="ghost">
          {t("tags.addPet")}
        </ButtonLink>
      </div>
    );
  return (
    <Form method="post" preventScrollReset className="flex items-end gap-2" noValidate>
      <input type="hidden" name="tagId" value={tag.id} />
      <Field id={`pet-of-${tag.id}`} label={t("tags.pet")} errors={errors} className="min-w-0 grow">
        <PetSelect
          name="petId"
          pets={pets}
          empty={t("tags.choosePet")}
          defaultValue={tag.petId ?? ""}
          key={tag.petId}
        />
      </Field>
      <SubmitButton variant={tag.petId ? "ghost" : "brand"} name="intent" value="link" match={{ tagId: tag.id }}>
        {tag.petId ? t("tags.changeLink") : t("tags.link")}
      </SubmitButton>
    </Form>
  );
}
