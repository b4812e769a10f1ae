import Nfc from "lucide-react/icons/nfc";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { latePart, Part } from "#app/platform/ui/connection/part.tsx";
import { Dialog } from "#app/platform/ui/overlays/dialog.tsx";

const writeTag = latePart(() => import("./write-tag.tsx"));

interface Props {
  code: string;
  publicUrl: string;
  variant?: "entry" | "quick";
}

/** Dialog to write a tag's chip with this phone. */
export function WriteDialog({ code, publicUrl, variant = "entry" }: Props) {
  const t = useT();
  return (
    <Dialog
      size="sm"
      title={t("tagWriting.title")}
      description={t("tagWriting.text")}
      closeLabel={t("form.close")}
      trigger={
        <Button
          full={variant === "entry"}
          size="sm"
          variant="ghost"
          {...writeTag.ahead}
          {...(variant === "quick" ? { icon: <Nfc aria-hidden /> } : {})}
        >
          {t("tagWriting.action")}
        </Button>
      }
    >
      <Part of={writeTag} with={{ code, address: `${publicUrl}/n/${code.replaceAll("-", "")}` }} />
    </Dialog>
  );
}
