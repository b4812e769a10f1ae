import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { photoUrl } from "#app/platform/files/photos.ts";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { PhotoField } from "#app/platform/ui/forms/photo-field.tsx";
import { FocusPicker } from "./focus-picker.tsx";

interface PhotoFieldsProps {
  id: string;
  errors?: string[];
  photoId: string | null;
  focus: { x: number; y: number };
}

/** Fields for the photo, for the focus point that every crop keeps, and for removing the photo. */
export function PhotoFields({ id, errors, photoId, focus: saved }: PhotoFieldsProps) {
  const { t } = useTranslation();
  const [focus, setFocus] = useState(saved);
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen) : undefined), [chosen]);

  function choose(file: File | null) {
    setChosen(file && URL.createObjectURL(file));
    if (file) setFocus({ x: 50, y: 50 });
  }

  const names = { x: "photoFocusX", y: "photoFocusY" };
  const src = chosen ?? (photoId && photoUrl(photoId, 640));
  return (
    <>
      <PhotoField
        id={id}
        name="photo"
        label={t("pets.fields.photo")}
        hideLabel
        errors={errors}
        title={t("pets.photo.title")}
        text={t("pets.photo.text")}
        chooseLabel={t("pets.photo.choose")}
        currentSrc={photoId && photoUrl(photoId, 160)}
        onPhoto={choose}
        compact
      />
      {src ? (
        <FocusPicker src={src} focus={focus} onChange={setFocus} names={names} />
      ) : (
        <noscript>
          <FocusPicker src={null} focus={focus} onChange={setFocus} names={names} />
        </noscript>
      )}
      {photoId && !chosen && <Checkbox name="removePhoto" label={t("pets.fields.removePhoto")} />}
    </>
  );
}
