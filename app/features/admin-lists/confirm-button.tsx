import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Button } from "#app/platform/ui/button.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";

interface ConfirmButtonProps {
  intent: string;
  label: string;
  title: string;
  /** What it means, in the dialog. */
  text: string;
  /** `label` where nothing else is said. */
  confirmLabel?: string;
  cancelLabel?: string;
  tone?: "lost" | "brand";
  /** Small ones stand in the bar of a list's bulk actions. */
  size?: "sm" | "md";
}

/** A button that asks before it submits the form around it with its intent. */
export function ConfirmButton({ intent, label, text, confirmLabel, cancelLabel, size, ...dialog }: ConfirmButtonProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      {...dialog}
      description={text}
      confirmLabel={confirmLabel ?? label}
      cancelLabel={cancelLabel ?? t("form.cancel")}
      trigger={
        <Button type="submit" size={size} variant="ghost" name="intent" value={intent}>
          {label}
        </Button>
      }
    />
  );
}

/** Such a button in a form of its own, with hidden fields such as the version that the administrator saw. */
export function ConfirmForm({ fields, ...button }: ConfirmButtonProps & { fields: Record<string, string | number> }) {
  return (
    <Form method="post">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <ConfirmButton {...button} />
    </Form>
  );
}
