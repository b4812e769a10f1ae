import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Button } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import type { listTagsToRelease } from "./release-tags.server.ts";

/**
 * Card to take back tags that the buyer of a cancelled or refunded order still has; a separate step, since pets may
 * wear them.
 */
export function ReleaseTagsCard({ tags }: { tags: Awaited<ReturnType<typeof listTagsToRelease>> }) {
  const { t } = useTranslation();
  if (tags.length === 0) return null;
  return (
    <Card as="section" className="print:hidden">
      <CardHeader title={t("orders.admin.releaseTags.title")} text={t("orders.admin.releaseTags.text")} />
      <Form method="post" className="grid gap-3">
        {tags.map(({ id, code, petName }) => (
          <Checkbox
            key={id}
            name="ids"
            value={id}
            label={<bdi dir="ltr">{code}</bdi>}
            hint={
              petName
                ? t("orders.admin.releaseTags.protects", { name: `\u2068${petName}\u2069` })
                : t("orders.admin.releaseTags.unlinked")
            }
          />
        ))}
        <ConfirmDialog
          trigger={
            <Button type="submit" name="intent" value="releaseTags" variant="ghost" className="justify-self-start">
              {t("orders.admin.releaseTags.action")}
            </Button>
          }
          title={t("orders.admin.releaseTags.askTitle")}
          description={t("orders.admin.releaseTags.askText")}
          confirmLabel={t("orders.admin.releaseTags.action")}
          cancelLabel={t("form.cancel")}
        />
      </Form>
    </Card>
  );
}
