import QrCode from "lucide-react/icons/qr-code";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { latePart, Part } from "#app/platform/ui/connection/part.tsx";
import { Dialog } from "#app/platform/ui/overlays/dialog.tsx";

const qrActions = latePart(() => import("./qr-actions.tsx"));

interface Props {
  tag: { id: string; code: string };
  publicUrl: string;
}

/** Dialog with a tag's QR code and actions: download, copy the link, open. */
export function QrDialog({ tag, publicUrl }: Props) {
  const t = useT();
  return (
    <Dialog
      size="sm"
      title={t("tags.qrTitle")}
      description={t("tags.qrText")}
      closeLabel={t("form.close")}
      trigger={
        <Button variant="ghost" size="sm" {...qrActions.ahead}>
          {/* The gap disappears with the visible text. */}
          <span className="flex items-center gap-2">
            <QrCode aria-hidden className="size-5 shrink-0" />
            <span className="max-sm:sr-only @2xl:@max-4xl:sr-only">{t("tags.qr")}</span>
          </span>
        </Button>
      }
    >
      <Part of={qrActions} with={{ tag, publicUrl }} />
    </Dialog>
  );
}
