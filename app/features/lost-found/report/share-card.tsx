import Copy from "lucide-react/icons/copy";
import MessageCircle from "lucide-react/icons/message-circle";
import Share2 from "lucide-react/icons/share-2";
import { useEffect, useState } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";

interface Shared {
  url: string;
  headline: string;
}

/** Card with buttons for sharing a report. */
export function ShareCard(shared: Shared) {
  const t = useT();
  return (
    <Card as="section" className="print:hidden">
      <CardHeader title={t("lostFound.share.title")} text={t("lostFound.share.text")} />
      <ShareButtons {...shared} />
    </Card>
  );
}

/** Buttons for sharing. WhatsApp is first, as the most used, and also works without JavaScript. */
function ShareButtons({ url, headline }: Shared) {
  const t = useT();
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare("share" in navigator), []);
  const message = t("lostFound.share.message", { headline });

  async function copy() {
    await navigator.clipboard.writeText(url);
    showToast({ type: "success", title: t("lostFound.share.copied") });
  }
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <a
        href={`https://wa.me/?text=${encodeURIComponent(`${message}\n${url}`)}`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ size: "sm" })}
      >
        <MessageCircle aria-hidden className="size-5" />
        {t("lostFound.share.whatsapp")}
      </a>
      {canShare && (
        <Button
          variant="ghost"
          size="sm"
          icon={<Share2 aria-hidden />}
          onClick={() => navigator.share({ title: headline, text: message, url }).catch(() => undefined)}
        >
          {t("lostFound.share.native")}
        </Button>
      )}
      <Button variant="ghost" size="sm" icon={<Copy aria-hidden />} onClick={copy} className="noscript:hidden">
        {t("lostFound.share.copy")}
      </Button>
    </div>
  );
}
