import { type Selection, selectionForm } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import type { BulkAction } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { type Intent, intent } from "#app/platform/http/forms/form.server.ts";
import { markTagsLost, restockTags, switchOffTags, switchOnTags, voidTags } from "./bulk-tags.server.ts";
import type { TagAction } from "./tag-actions.tsx";

/** Form intents for the bulk actions on tags; `start` begins the run for the selection. */
export function createTagIntents(
  start: <Params extends object>(action: BulkAction<Params>, selection: Selection, params: Params) => Promise<Response>,
): Record<TagAction, Intent> {
  const of = <Params extends object>(action: BulkAction<Params>, params: Params) =>
    intent(selectionForm, (selection) => start(action, selection, params), "adminTags.failed");
  return {
    restock: of(restockTags, { isProtectedToo: false }),
    off: of(switchOffTags, {}),
    on: of(switchOnTags, {}),
    void: of(voidTags, {}),
    lost: of(markTagsLost, {}),
    takeBack: of(restockTags, { isProtectedToo: true }),
  };
}
