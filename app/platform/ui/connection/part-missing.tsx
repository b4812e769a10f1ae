import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "../button.tsx";
import { Notice } from "../notice.tsx";
import { reloadDocument } from "./document-load.ts";

/** Shown in place of a part whose code could not be loaded. */
export function PartMissing() {
  const t = useT();
  return (
    <Notice
      action={
        <Button variant="ghost" size="sm" onClick={() => reloadDocument()}>
          {t("common.error.reload")}
        </Button>
      }
    >
      {t("offline.partMissing")}
    </Notice>
  );
}
