import { Button } from "#app/platform/ui/button.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";

interface ConfirmButtonProps {
  /** Unless the form has it. */
  intent?: string;
  label: string;
  title: string;
  /** Explanation in the dialog. */
  text: string;
  /** Defaults to `label`. */
  confirmLabel?: string;
  cancelLabel?: string;
  tone?: "lost" | "main";
  /** Small buttons are for the bulk action bar of a list. */
  size?: "sm" | "md";
}

/** Button that asks for confirmation before it submits the surrounding form with its intent. */
export function ConfirmButton({ intent, label, text, size, ...dialog }: ConfirmButtonProps) {
  return (
    <ConfirmDialog
      {...dialog}
      description={text}
      trigger={
        <Button type="submit" size={size} variant="ghost" name={intent && "intent"} value={intent}>
          {label}
        </Button>
      }
    />
  );
}

/** The same button in a form of its own, with hidden fields such as the version that the administrator saw. */
export function ConfirmForm({ fields, ...button }: ConfirmButtonProps & { fields: Record<string, string | number> }) {
  return (
    <AppForm values={fields}>
      <ConfirmButton {...button} />
    </AppForm>
  );
}
