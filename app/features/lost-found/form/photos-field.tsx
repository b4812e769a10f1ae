import ImagePlus from "lucide-react/icons/image-plus";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { photoTypes } from "#app/platform/files/photos.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { UploadProgress } from "#app/platform/ui/forms/upload-progress.tsx";
import { usePhotoChoice } from "#app/platform/ui/forms/use-photo-choice.ts";
import { Photo } from "#app/platform/ui/photo.tsx";
import { maxPhotos } from "../reports.rules.ts";

/** Field for several photos, which are shrunk, or rejected if they are none, when they are chosen. */
export function PhotosField({
  id,
  errors,
  photos,
}: {
  id: string;
  errors: string[] | undefined;
  photos: readonly string[];
}) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const [previews, setPreviews] = useState<string[]>([]);
  const { choose, problems: rejected, isCut } = usePhotoChoice(maxPhotos);
  const problems = [...(isCut ? [t("reportForm.tooManyPhotos")] : []), ...rejected.map((problem) => t(problem))];
  useEffect(
    () => () => {
      for (const url of previews) URL.revokeObjectURL(url);
    },
    [previews],
  );

  async function show(event: ChangeEvent<HTMLInputElement>) {
    const kept = await choose(event.currentTarget);
    if (kept) setPreviews(kept.map((file) => URL.createObjectURL(file)));
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
            onChange={show}
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
              <div className="aspect-[4/3] overflow-hidden rounded-2">
                <Photo id={photo} sizes="(min-width: 48rem) 12rem, 45vw" alt="" />
              </div>
              <Checkbox name="removePhotos" value={photo} label={t("reportForm.removePhoto", { number: index + 1 })} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
