import { Button } from "#app/platform/ui/button.tsx";
import { ConfirmDialog, type ConfirmDialogProps } from "#app/platform/ui/overlays/confirm-dialog.tsx";

interface ConfirmBulkActionProps extends Omit<ConfirmDialogProps, "trigger" | "children"> {
  intent: string;
  label: string;
}

/** A button of the bulk bar that asks before it submits the selection with its intent. */
export function ConfirmBulkAction({ intent, label, ...dialog }: ConfirmBulkActionProps) {
  return (
    <ConfirmDialog
      {...dialog}
      trigger={
        <Button type="submit" size="sm" variant="ghost" name="intent" value={intent}>
          {label}
        </Button>
      }
    />
  );
}
