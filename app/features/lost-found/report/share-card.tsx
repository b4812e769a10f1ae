import Copy from "lucide-react/icons/copy";
import MessageCircle from "lucide-react/icons/message-circle";
import Share2 from "lucide-react/icons/share-2";
import { useEffect, useState } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";
import { SharedPictures } from "../posters/shared-pictures.tsx";
import { loadSharedPicture } from "./shared-picture.ts";

interface Shared {
  reportId: string;
  url: string;
  /** In both languages, without the address. */
  text: string;
}

/** Card with buttons for sharing a report, and pictures of it for stories and posts. */
export function ShareCard(shared: Shared) {
  const t = useT();
  return (
    <Card as="section" className="print:hidden">
      <CardHeader title={t("lostFound.share.title")} text={t("lostFound.share.text")} />
      <ShareButtons {...shared} />
    </Card>
  );
}

/** Buttons for sharing. WhatsApp is first, as the most used; it and the pictures also work without JavaScript. */
function ShareButtons({ reportId, url, text }: Shared) {
  const t = useT();
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare("share" in navigator), []);

  async function share() {
    const picture = await loadSharedPicture(reportId, AbortSignal.timeout(maxWaitMs));
    const files = picture && navigator.canShare?.({ files: [picture] }) ? { files: [picture] } : {};
    await navigator.share({ text, url, ...files }).catch(() => undefined);
  }
  async function copy() {
    await navigator.clipboard.writeText(url);
    showToast({ type: "success", title: t("lostFound.share.copied") });
  }
  return (
    <div className="grid gap-4 print:hidden">
      <div className="flex flex-wrap gap-3">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(`${text}\n${url}`)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ size: "sm" })}
        >
          <MessageCircle aria-hidden className="size-5" />
          {t("lostFound.share.whatsapp")}
        </a>
        {canShare && (
          <Button variant="ghost" size="sm" icon={<Share2 aria-hidden />} onClick={share}>
            {t("lostFound.share.native")}
          </Button>
        )}
        <Button variant="ghost" size="sm" icon={<Copy aria-hidden />} onClick={copy} className="noscript:hidden">
          {t("lostFound.share.copy")}
        </Button>
      </div>
      <SharedPictures reportId={reportId} />
    </div>
  );
}

/** A browser opens its sheet only a few seconds after the press. */
const maxWaitMs = 3000;
