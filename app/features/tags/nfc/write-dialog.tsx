import Nfc from "lucide-react/icons/nfc";
import { lazy, Suspense } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { PartMissing } from "#app/platform/ui/connection/part-missing.tsx";
import { Dialog } from "#app/platform/ui/overlays/dialog.tsx";
import { Spinner } from "#app/platform/ui/spinner.tsx";

/** Loaded only when the dialog is opened. */
const WriteTag = lazy(() => import("./write-tag.tsx").catch(() => ({ default: PartMissing })));

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
          {...(variant === "quick" ? { icon: <Nfc aria-hidden /> } : {})}
        >
          {t("tagWriting.action")}
        </Button>
      }
    >
      <Suspense fallback={<Spinner />}>
        <WriteTag code={code} address={`${publicUrl}/n/${code.replaceAll("-", "")}`} />
      </Suspense>
    </Dialog>
  );
}
