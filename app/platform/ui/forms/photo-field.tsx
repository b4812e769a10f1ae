import { type ChangeEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { findPhotoError, photoTypes } from "#app/platform/files/photos.ts";
import { Field, type FieldProps } from "./field.tsx";
import { FileInput, type FileInputProps } from "./file-input.tsx";

interface PhotoFieldProps
  extends Pick<FieldProps, "label" | "mark" | "hideLabel" | "errors">,
    Omit<FileInputProps, "accept" | "onChange"> {
  onPhoto?(file: File | null): void;
}

/** Field for one photo. A file that cannot be stored as a photo is rejected when it is chosen, before the upload. */
export function PhotoField({ label, mark, hideLabel, errors, onPhoto, ...input }: PhotoFieldProps) {
  const { t } = useTranslation();
  const [rejected, setRejected] = useState<string | null>(null);
  // Each rejected file remounts the input, which would otherwise keep showing a file that it no longer holds.
  const [rejections, setRejections] = useState(0);

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    const why = file ? findPhotoError(file) : null;
    if (why) event.currentTarget.value = "";
    if (why) setRejections((count) => count + 1);
    setRejected(why && t(why));
    onPhoto?.(file && !why ? file : null);
  }

  return (
    <>
      <Field id={input.id} label={label} mark={mark} hideLabel={hideLabel} errors={rejected ? [rejected] : errors}>
        <FileInput key={rejections} {...input} accept={photoTypes} onChange={choose} />
      </Field>
      <p role="status" className="sr-only">
        {rejected}
      </p>
    </>
  );
}
