import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import ExternalLink from "lucide-react/icons/external-link";
import QrCode from "lucide-react/icons/qr-code";
import { href } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, buttonClass } from "#app/platform/ui/button.tsx";
import { Code } from "#app/platform/ui/ltr.tsx";
import { Dialog } from "#app/platform/ui/overlays/dialog.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";

interface Props {
  tag: { id: string; code: string };
  publicUrl: string;
}

/** Dialog with a tag's QR code and actions: download, copy the link, open. */
export function QrDialog({ tag, publicUrl }: Props) {
  const t = useT();
  const url = `${publicUrl}/tag/${tag.code}`;
  const file = href("/dashboard/tags/:tagId/qr", { tagId: tag.id });

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      showToast({ type: "success", title: t("tags.linkCopied") });
    } catch {
      showToast({ type: "error", title: t("tags.copyFailed", { url }), duration: 12_000 });
    }
  }

  return (
    <Dialog
      size="sm"
      title={t("tags.qrTitle")}
      description={t("tags.qrText")}
      closeLabel={t("form.close")}
      trigger={
        <Button variant="ghost" size="sm">
          {/* The gap disappears with the visible text. */}
          <span className="flex items-center gap-2">
            <QrCode aria-hidden className="size-5 shrink-0" />
            <span className="max-sm:sr-only @2xl:@max-4xl:sr-only">{t("tags.qr")}</span>
          </span>
        </Button>
      }
    >
      <div className="grid justify-items-center gap-4">
        <img
          src={`${file}?format=svg`}
          alt={t("tags.qrAlt", { url })}
          width={264}
          height={264}
          className="rounded-2 border border-line bg-white"
        />
        <p className="text-lg font-semibold tabular-nums">
          <Code>{tag.code}</Code>
        </p>
        <div className="grid w-full gap-2 sm:grid-cols-2">
          <a href={`${file}?format=png&download`} download className={buttonClass()}>
            <Download aria-hidden className="size-5" />
            {t("tags.downloadPng")}
          </a>
          <a href={`${file}?format=svg&download`} download className={buttonClass({ variant: "ghost" })}>
            <Download aria-hidden className="size-5" />
            {t("tags.downloadSvg")}
          </a>
          <Button variant="ghost" icon={<Copy aria-hidden />} onClick={copy}>
            {t("tags.copyLink")}
          </Button>
          <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ variant: "ghost" })}>
            <ExternalLink aria-hidden className="size-5" />
            {t("tags.openLink")}
          </a>
        </div>
      </div>
    </Dialog>
  );
}
