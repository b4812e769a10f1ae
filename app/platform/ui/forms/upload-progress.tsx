import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { locale } from "../../i18n/format-number.ts";
import type { Language } from "../../i18n/language.ts";
import { Button } from "../button.tsx";
import { uploads, watchUploads } from "./upload.ts";

/** Progress bar at the bottom of the page while the files of this field are being sent, with a cancel button. */
export function UploadProgress({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const { t, i18n } = useTranslation();
  const upload = useSyncExternalStore(uploads.subscribe, uploads.get, uploads.getOnServer);
  const isSent = useRef(false);
  const [isCancelled, setCancelled] = useState(false);

  useEffect(() => {
    watchUploads();
    const form = input.current?.form;
    const note = () => {
      isSent.current = (input.current?.files?.length ?? 0) > 0;
      setCancelled(false);
    };
    form?.addEventListener("submit", note);
    return () => form?.removeEventListener("submit", note);
  }, [input]);

  if (isCancelled)
    return (
      <span role="status" className="block text-xs font-medium text-ink-2">
        {t("form.uploadCancelled")}
      </span>
    );
  if (!upload || !isSent.current) return null;
  const percent = new Intl.NumberFormat(locale[i18n.language as Language], { style: "percent" }).format(upload.share);
  const isOver = upload.share === 1;
  return createPortal(
    <div className="fixed inset-x-4 bottom-[calc(1rem+var(--notice-height,0px)+var(--foot-height,0px))] z-50 mx-auto grid max-w-md grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 rounded-3 border border-line bg-surface p-4 text-sm shadow-2 print:hidden">
      <span className="font-semibold">{isOver ? t("form.uploadOver") : t("form.uploading", { percent })}</span>
      {!isOver && (
        <Button
          type="button"
          variant="ghost"
          size="sm"
          onClick={() => {
            upload.cancel();
            setCancelled(true);
            input.current?.focus();
          }}
        >
          {t("form.cancel")}
        </Button>
      )}
      <progress
        max={1}
        value={upload.share}
        aria-label={t("form.uploadLabel")}
        className="col-span-2 h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand"
      />
    </div>,
    document.body,
  );
}
