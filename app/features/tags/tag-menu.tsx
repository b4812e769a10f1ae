import Ellipsis from "lucide-react/icons/ellipsis";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { ConfirmDialog } from "#app/platform/ui/confirm-dialog.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";

interface Props {
  tag: { id: string; status: "active" | "inactive"; petId: string | null; petName: string | null };
}

/** What an owner does rarely to a tag; each of it asks first when it takes something away from a finder. */
export function TagMenu({ tag }: Props) {
  const { t } = useTranslation();
  const match = { tagId: tag.id };
  const button = (intent: string, label: string, isDanger = false) => (
    <SubmitButton full size="sm" variant={isDanger ? "lost" : "ghost"} name="intent" value={intent} match={match}>
      {label}
    </SubmitButton>
  );
  const ask = (trigger: ReturnType<typeof button>, title: string, description: string, confirmLabel: string) => (
    <ConfirmDialog
      trigger={trigger}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      cancelLabel={t("form.cancel")}
    />
  );
  return (
    <details name="tag-menu" className="group relative">
      <summary
        aria-label={t("tags.more")}
        className="grid size-11 cursor-pointer list-none place-items-center rounded-full text-ink-2 hover:bg-sunken group-open:bg-sunken [&::-webkit-details-marker]:hidden"
      >
        <Ellipsis aria-hidden className="size-5" />
      </summary>
      <Form
        method="post"
        className="absolute end-0 z-10 mt-1 grid w-48 gap-2 rounded-2 border border-line bg-surface p-3 shadow-2"
      >
        <input type="hidden" name="tagId" value={tag.id} />
        {tag.petId
          ? ask(
              button("unlink", t("tags.unlink")),
              t("tags.unlinkTitle"),
              t("tags.unlinkText", { name: tag.petName ?? "" }),
              t("tags.unlink"),
            )
          : null}
        {tag.status === "active"
          ? ask(
              button("deactivate", t("tags.deactivate")),
              t("tags.deactivateTitle"),
              t("tags.deactivateText"),
              t("tags.deactivate"),
            )
          : button("activate", t("tags.activate"))}
        {ask(button("remove", t("tags.remove"), true), t("tags.removeTitle"), t("tags.removeText"), t("tags.remove"))}
      </Form>
    </details>
  );
}
