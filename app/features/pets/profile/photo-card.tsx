import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { morphTarget } from "#app/platform/ui/use-morph.ts";
import { PhotoFields } from "../form/photo-fields.tsx";
import { PetPhoto, type PetPortrait } from "../pet-photo.tsx";

/**
 * Card with the photo (on phones it is in the header) and a small form to change it without opening the whole profile.
 */
export function PhotoCard({
  pet,
  answer,
  canEdit,
}: {
  pet: PetPortrait & { name: string };
  answer: FormAnswer | undefined;
  canEdit: boolean;
}) {
  const { t } = useTranslation();
  const errors = answer?.form.error?.photo ?? undefined;
  return (
    <Card
      pad="none"
      className={cx(
        "overflow-hidden max-md:border-0 max-md:bg-transparent max-md:shadow-none",
        !canEdit && "max-md:hidden print:block",
      )}
    >
      <div className="aspect-[4/3] max-h-96 w-full bg-brand-soft max-md:hidden print:block" style={morphTarget(pet.id)}>
        <PetPhoto pet={pet} alt={t("pets.photo.alt", { name: pet.name })} width={640} eager />
      </div>
      {canEdit && (
        <div className="py-2 max-md:p-0.5 md:px-6 print:hidden">
          <Disclosure summary={t("pets.photo.change")} open={Boolean(errors)}>
            <Form method="post" encType="multipart/form-data" className="grid gap-5 pb-3" key={pet.photoId}>
              <input type="hidden" name="intent" value="photo" />
              <PhotoFields
                id="photo"
                errors={errors}
                photoId={pet.photoId}
                focus={{ x: pet.photoFocusX, y: pet.photoFocusY }}
              />
              <SubmitButton match={{ intent: "photo" }} className="justify-self-start">
                {t("pets.photo.save")}
              </SubmitButton>
            </Form>
          </Disclosure>
        </div>
      )}
    </Card>
  );
}
