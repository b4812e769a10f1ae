import { useState } from "react";
import { href, useRevalidator } from "react-router";
import type { BulkSelection } from "#app/features/admin-lists/bulk/bulk-form.tsx";
import { ConfirmButton } from "#app/features/admin-lists/confirm-button.tsx";
import type { AdminTagState } from "#app/features/tags/tags.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { downloadAnswer } from "#app/platform/ui/toasts/download-answer.ts";

const tagActions = ["restock", "off", "on", "void", "lost", "takeBack"] as const;
export type TagAction = (typeof tagActions)[number];

/** Bulk actions for tags in each state; on a mixed list only those that never affect a tag that protects a pet. */
export const actionsOfState: Record<AdminTagState | "any", readonly (TagAction | "codes")[]> = {
  available: ["off", "codes", "restock", "void"],
  unlinked: ["restock", "off"],
  linked: ["lost", "takeBack"],
  inactive: ["on", "restock", "void"],
  waiting: ["codes", "off", "void"],
  void: [],
  any: ["restock", "off", "on", "codes", "void"],
};

/** Bulk actions for whole batches. */
export const actionsOfBatch = ["restock", "off", "on", "void"] as const satisfies readonly TagAction[];

interface TagActionsProps {
  actions: readonly TagAction[];
  /** Number of tags, or of batches with all their tags. */
  count: number;
  of?: "tags" | "batches";
}

/** Buttons of the bulk actions, each with an explanation; they submit the surrounding form with their intent. */
export function TagActions({ actions, count, of = "tags" }: TagActionsProps) {
  const t = useT();
  return actions.map((action) => (
    <ConfirmButton
      key={action}
      tone={action === "on" || action === "restock" ? "main" : "lost"}
      size="sm"
      intent={action}
      label={t(`adminTags.many.${action}`)}
      title={
        of === "tags"
          ? t(`adminTags.many.${action}Title`, { count })
          : `${t(`adminTags.many.${action}`)}: ${t("adminTags.many.wholeBatches", { count })}`
      }
      text={t(`adminTags.many.${action}Text`)}
      cancelLabel={t("adminTags.many.keep")}
    />
  ));
}

/** Button that issues new claim codes for the selected tags and downloads them as a file. */
export function ClaimCodesButton({ selection, filters }: { selection: BulkSelection; filters: URLSearchParams }) {
  const t = useT();
  const { revalidate } = useRevalidator();
  const [isMaking, setMaking] = useState(false);
  const { count } = selection;
  const address = `${href("/admin/tags/claim-codes")}?${filters}`;
  async function save() {
    setMaking(true);
    await downloadAnswer(address, selection.fields(), t("common.error.general"));
    setMaking(false);
    await revalidate();
  }
  return (
    <ConfirmDialog
      tone="main"
      trigger={
        <Button type="submit" size="sm" variant="ghost" formAction={address} pending={isMaking}>
          {t("adminTags.many.codes")}
        </Button>
      }
      onConfirm={() => void save()}
      title={t("adminTags.many.codesTitle", { count })}
      description={t("adminTags.many.codesText")}
      cancelLabel={t("adminTags.many.keep")}
    />
  );
}
