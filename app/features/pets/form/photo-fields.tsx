import { type ChangeEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { photoMaxBytes, photoTypes, photoUrl } from "#app/platform/files/photos.ts";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { FileInput } from "#app/platform/ui/forms/file-input.tsx";
import { FocusPicker } from "./focus-picker.tsx";

/** Returns the error of a chosen file that the browser can detect before the upload. */
function findFileError(file: File): "form.photoTooLarge" | "form.photoNotImage" | null {
  if (file.size > photoMaxBytes) return "form.photoTooLarge";
  return photoTypes.split(",").includes(file.type) ? null : "form.photoNotImage";
}

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
  const [rejected, setRefused] = useState<string | null>(null);
  // Each rejected file remounts the input, which would otherwise keep showing a file that it no longer holds.
  const [rejections, setRefusals] = useState(0);
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen) : undefined), [chosen]);

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    const why = file ? findFileError(file) : null;
    if (why) event.currentTarget.value = "";
    if (why) setRefusals((count) => count + 1);
    setRefused(why && t(why));
    setChosen(file && !why ? URL.createObjectURL(file) : null);
    if (file && !why) setFocus({ x: 50, y: 50 });
  }

  const names = { x: "photoFocusX", y: "photoFocusY" };
  const src = chosen ?? (photoId && photoUrl(photoId, 640));
  return (
    <>
      <Field id={id} label={t("pets.fields.photo")} hideLabel errors={rejected ? [rejected] : errors}>
        <FileInput
          key={rejections}
          id={id}
          name="photo"
          accept={photoTypes}
          title={t("pets.photo.title")}
          text={t("pets.photo.text")}
          chooseLabel={t("pets.photo.choose")}
          currentSrc={photoId && photoUrl(photoId, 160)}
          onChange={choose}
          compact
        />
      </Field>
      <p role="status" className="sr-only">
        {rejected}
      </p>
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
