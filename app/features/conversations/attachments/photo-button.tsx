import Camera from "lucide-react/icons/camera";
import X from "lucide-react/icons/x";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { photoTypes } from "#app/platform/files/photos.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, buttonClass } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { UploadProgress } from "#app/platform/ui/forms/upload-progress.tsx";
import { usePhotoChoice } from "#app/platform/ui/forms/use-photo-choice.ts";

/** Button of the composer with which a photo is taken or chosen; it is shrunk in the browser and shown before it is sent. */
export function usePhotoButton() {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const { choose, problems } = usePhotoChoice(1);
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview)), [preview]);

  async function pick(field: HTMLInputElement) {
    const photos = await choose(field);
    if (photos) setPreview(photos[0] ? URL.createObjectURL(photos[0]) : null);
  }
  const pickEarly = useEffectEvent(() => {
    if (input.current?.files?.length) void pick(input.current);
  });
  // Chosen before the page's scripts had started.
  useEffect(() => pickEarly(), []);
  function clear() {
    if (input.current) input.current.value = "";
    setPreview(null);
  }

  const button = (
    <label
      className={cx(
        buttonClass({ variant: "quiet", square: true }),
        "mb-0.5 w-10! cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-brand noscript:size-auto! noscript:flex-col",
      )}
    >
      <Camera aria-hidden className="size-6 noscript:hidden" />
      <span className="sr-only noscript:not-sr-only noscript:text-xs">{t("conversations.attachment.add")}</span>
      <input
        ref={input}
        type="file"
        name="photo"
        accept={photoTypes}
        onChange={({ currentTarget }) => void pick(currentTarget)}
        className="sr-only noscript:not-sr-only noscript:w-full noscript:text-xs"
      />
    </label>
  );
  const chosen = (
    <>
      {preview && (
        <div className="relative w-fit">
          <img src={preview} alt={t("conversations.attachment.photo")} className="max-h-40 max-w-full rounded-2" />
          <span className="absolute end-1.5 top-1.5">
            <Button
              type="button"
              variant="ghost"
              size="sm"
              className="size-10 p-0!"
              aria-label={t("conversations.attachment.remove")}
              onClick={clear}
            >
              <X aria-hidden className="size-5" />
            </Button>
          </span>
        </div>
      )}
      <UploadProgress input={input} />
      <p role="status" className="text-sm text-lost empty:hidden">
        {problems.map((problem) => t(problem)).join(" ")}
      </p>
    </>
  );
  return { button, chosen, clear, isChosen: preview !== null };
}
