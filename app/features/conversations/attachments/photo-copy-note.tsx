import Images from "lucide-react/icons/images";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { PhotoCopy } from "../conversations.rules.ts";

/** Says which pictures a photo resembles, to the owner's side. The sender may be honest. */
export function PhotoCopyNote({ copy: { ownPhotoAt, copyOf } }: { copy: PhotoCopy }) {
  const { t, format } = useViewer();
  return (
    <div role="note" className="mt-2 flex gap-2 rounded-1 bg-lost-soft px-3 py-2 text-xs text-ink">
      <Images aria-hidden className="mt-0.5 size-4 shrink-0 text-lost" />
      <div>
        {ownPhotoAt && (
          <p className="font-semibold text-lost">
            {t("conversations.copy.own", { date: format.date(ownPhotoAt, "month") })}
          </p>
        )}
        {copyOf && <p className="font-semibold text-lost">{t("conversations.copy.elsewhere")}</p>}
        <p>{t("conversations.copy.next")}</p>
      </div>
    </div>
  );
}
