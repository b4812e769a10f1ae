import { useTranslation } from "react-i18next";
import { Button } from "../button.tsx";
import { Notice } from "../notice.tsx";

/** Says that an earlier draft was put back into a form, and drops it at a press. */
export function DraftNotice({ draft }: { draft: { isRestored: boolean; drop: () => void } }) {
  const { t } = useTranslation();
  if (!draft.isRestored) return null;
  return (
    <Notice
      action={
        <Button variant="ghost" size="sm" onClick={draft.drop}>
          {t("form.draftDrop")}
        </Button>
      }
    >
      {t("form.draftKept")}
    </Notice>
  );
}
