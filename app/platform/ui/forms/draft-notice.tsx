import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "../button.tsx";
import { Notice } from "../notice.tsx";

interface DraftNoticeProps {
  draft: { isRestored: boolean; drop: () => void };
  /** What the draft does not contain. */
  missing?: string;
}

/** Notice that a draft was restored into a form, with a button to discard it. */
export function DraftNotice({ draft, missing }: DraftNoticeProps) {
  const t = useT();
  if (!draft.isRestored) return null;
  return (
    <Notice
      action={
        <Button variant="ghost" size="sm" onClick={draft.drop}>
          {t("form.draftDrop")}
        </Button>
      }
    >
      {t("form.draftKept")} {missing}
    </Notice>
  );
}
