import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { maxLengths, maxPictures } from "#app/features/catalog/products.rules.ts";
import { ProductPicture } from "#app/features/catalog/store/product-picture.tsx";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { PhotoField } from "#app/platform/ui/forms/photo-field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import type { WholeProduct } from "./product-form.tsx";

type Picture = WholeProduct["pictures"][number];

/** Card with the product's pictures in order, each with its description in both languages. */
export function PicturesCard({ product, answer }: { product: WholeProduct; answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const { pictures } = product;
  const errors = (answer?.form.error?.photo ?? []) as string[];
  return (
    <Card as="section" id="pictures" className="grid scroll-mt-6 grid-cols-1 gap-4">
      <CardHeader
        title={t("adminProducts.sections.pictures")}
        text={t("adminProducts.picturesHint", { most: maxPictures })}
      />
      <ul className="grid grid-cols-1 gap-4">
        {pictures.map((picture, place) => (
          <PictureRow key={picture.id} picture={picture} category={product.category} isFirst={place === 0} />
        ))}
      </ul>
      {pictures.length < maxPictures && (
        <Form method="post" encType="multipart/form-data" key={pictures.length} className="grid grid-cols-1 gap-3">
          <input type="hidden" name="intent" value="addPicture" />
          <PhotoField
            name="photo"
            required
            label={t("adminProducts.newPicture")}
            errors={errors}
            title={t("adminProducts.newPicture")}
            chooseLabel={t("store.choose")}
          />
          <AltFields />
          <SubmitButton variant="ghost" className="justify-self-start" match={{ intent: "addPicture" }}>
            {t("adminProducts.addPicture")}
          </SubmitButton>
        </Form>
      )}
    </Card>
  );
}

function AltFields({ picture }: { picture?: Picture }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={t("adminProducts.fields.altEn")}>
        <TextInput name="altEn" dir="ltr" lang="en" maxLength={maxLengths.alt} defaultValue={picture?.altEn} />
      </Field>
      <Field label={t("adminProducts.fields.altAr")}>
        <TextInput name="altAr" dir="rtl" lang="ar" maxLength={maxLengths.alt} defaultValue={picture?.altAr} />
      </Field>
    </div>
  );
}

function PictureRow({
  picture,
  category,
  isFirst,
}: {
  picture: Picture;
  category: WholeProduct["category"];
  isFirst: boolean;
}) {
  const { t } = useTranslation();
  const match = { pictureId: picture.id };
  return (
    <li className="grid items-start gap-4 rounded-2 border border-line p-3 sm:grid-cols-[7rem_1fr]">
      <span className="aspect-square w-28 overflow-hidden rounded-1 bg-sunken">
        <ProductPicture photoId={picture.photoId} category={category} alt={picture.altEn} width={160} />
      </span>
      <Form method="post" className="grid grid-cols-1 gap-3">
        <input type="hidden" name="pictureId" value={picture.id} />
        <AltFields picture={picture} />
        <div className="flex flex-wrap gap-2">
          <SubmitButton size="sm" variant="ghost" name="intent" value="describe" match={match}>
            {t("form.save")}
          </SubmitButton>
          {!isFirst && (
            <SubmitButton size="sm" variant="quiet" name="intent" value="forward" match={match}>
              {t("adminProducts.forward")}
            </SubmitButton>
          )}
          <ConfirmDialog
            title={t("adminProducts.removePictureTitle")}
            confirmLabel={t("adminProducts.removePicture")}
            cancelLabel={t("form.cancel")}
            trigger={
              <SubmitButton size="sm" variant="quiet" name="intent" value="removePicture" match={match}>
                {t("adminProducts.removePicture")}
              </SubmitButton>
            }
          />
        </div>
      </Form>
    </li>
  );
}
