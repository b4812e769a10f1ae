import { photoTypes } from "#app/platform/files/photos.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Field, type FieldProps } from "./field.tsx";
import { FileInput, type FileInputProps } from "./file-input.tsx";
import { usePhotoChoice } from "./use-photo-choice.ts";

interface PhotoFieldProps
  extends Pick<FieldProps, "label" | "mark" | "hideLabel" | "errors">,
    Omit<FileInputProps, "accept" | "onChange" | "prepare"> {
  onPhoto?(file: File | null): void;
}

/** Field for one photo, which is shrunk, or rejected if it is none, when it is chosen. */
export function PhotoField({ label, mark, hideLabel, errors, onPhoto, ...input }: PhotoFieldProps) {
  const t = useT();
  const { choose, problems } = usePhotoChoice(1);
  const rejected = problems.map((problem) => t(problem));

  async function prepare(field: HTMLInputElement) {
    const photos = await choose(field);
    if (photos) onPhoto?.(photos[0] ?? null);
    return photos;
  }

  return (
    <>
      <Field id={input.id} label={label} mark={mark} hideLabel={hideLabel} errors={rejected[0] ? rejected : errors}>
        <FileInput {...input} accept={photoTypes} prepare={prepare} />
      </Field>
      <p role="status" className="sr-only">
        {rejected.join(" ")}
      </p>
    </>
  );
}
