import ImagePlus from "lucide-react/icons/image-plus";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { findPhotoError, photoTypes, photoUrl } from "#app/platform/files/photos.ts";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { UploadProgress } from "#app/platform/ui/forms/upload-progress.tsx";
import { maxPhotos } from "../reports.rules.ts";

/**
 * Field for several photos. The browser rejects files that cannot be stored when they are chosen, and shrinks the
 * others before the upload, so that six photos can be sent on a weak connection; without JavaScript they are sent
 * unchanged.
 */
export function PhotosField({
  id,
  errors,
  photos,
}: {
  id: string;
  errors: string[] | undefined;
  photos: readonly string[];
}) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [previews, setPreviews] = useState<string[]>([]);
  const [problems, setProblems] = useState<string[]>([]);
  useEffect(
    () => () => {
      for (const url of previews) URL.revokeObjectURL(url);
    },
    [previews],
  );

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const files = [...(input.files ?? [])];
    const shrunk = await Promise.all(files.slice(0, maxPhotos).map(shrinkPhoto));
    const kept = shrunk.filter((file) => findPhotoError(file) === null);
    const rejected = shrunk.map(findPhotoError).find(Boolean);
    setProblems([
      ...(files.length > maxPhotos ? [t("reportForm.tooManyPhotos")] : []),
      ...(rejected ? [t(rejected)] : []),
    ]);
    const transfer = new DataTransfer();
    for (const file of kept) transfer.items.add(file);
    input.files = transfer.files;
    setPreviews(kept.map((file) => URL.createObjectURL(file)));
  }
  return (
    <div className="grid gap-3">
      <Field id={id} label={t("reportForm.photos")} hideLabel errors={problems.length > 0 ? problems : errors}>
        <span className="relative flex min-h-20 flex-wrap items-center justify-center gap-x-3 rounded-2 border-2 border-dashed border-edge p-3 text-sm font-semibold text-brand-deep hover:border-brand hover:bg-brand-soft/50 has-focus-visible:outline-3 has-focus-visible:outline-brand">
          <ImagePlus aria-hidden className="size-6" />
          <span className="grid">
            {t("reportForm.choosePhotos")}
            <span className="text-xs font-normal text-ink-2">{t("reportForm.photosText")}</span>
          </span>
          <input
            ref={field}
            id={id}
            name="photos"
            type="file"
            multiple
            accept={photoTypes}
            onChange={choose}
            className="absolute inset-0 size-full cursor-pointer opacity-0 noscript:static noscript:opacity-100"
          />
        </span>
      </Field>
      <p role="status" className="sr-only">
        {problems.join(" ")}
      </p>
      <UploadProgress input={field} />
      {previews.length > 0 && (
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-6">
          {previews.map((url) => (
            <li key={url} className="aspect-square overflow-hidden rounded-2">
              <img src={url} alt="" className="size-full object-cover" />
            </li>
          ))}
        </ul>
      )}
      {photos.length > 0 && (
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {photos.map((photo, index) => (
            <li key={photo} className="grid gap-2">
              <img src={photoUrl(photo, 640)} alt="" className="aspect-[4/3] rounded-2 object-cover" />
              <Checkbox name="removePhotos" value={photo} label={t("reportForm.removePhoto", { number: index + 1 })} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const maxSide = 1600;

const resizeThreshold = 1_000_000;

/**
 * Shrinks a photo to the largest size that is stored. Returns other files and those that the browser cannot decode
 * unchanged.
 */
async function shrinkPhoto(file: File): Promise<File> {
  if (file.size < resizeThreshold || findPhotoError(file) === "form.photoNotImage") return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
    return blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
  } catch {
    return file;
  }
}
