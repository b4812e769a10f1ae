import type { ReactNode } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Menu } from "#app/platform/ui/overlays/menu.tsx";
import type { ConversationState } from "./conversations.rules.ts";

const stateActions = ["mute", "close", "report"] as const;

/** Menu of the chat's head with which the owner mutes, closes or reports it, after `children`. */
export function ConversationMenu({ state, children }: { state: ConversationState; children?: ReactNode }) {
  const t = useT();
  if (state !== "open" && !children) return null;
  return (
    <Menu label={t("conversations.more")}>
      {children}
      {state === "open" && (
        <AppForm preventScrollReset className="grid gap-2">
          {stateActions.map((action) => (
            <ConversationAction key={action} action={action} full />
          ))}
        </AppForm>
      )}
    </Menu>
  );
}

/** Button that changes the conversation's state, once confirmed. */
export function ConversationAction({
  action,
  label,
  full = false,
}: {
  action: (typeof stateActions)[number];
  label?: string;
  full?: boolean;
}) {
  const t = useT();
  return (
    <ConfirmDialog
      tone={action === "mute" ? "main" : "lost"}
      title={t(`conversations.states.${action}Title`)}
      description={t(`conversations.states.${action}Text`)}
      confirmLabel={t(`conversations.states.${action}`)}
      cancelLabel={t("conversations.states.cancel")}
      trigger={
        <Button type="submit" name="intent" value={action} size="sm" variant="ghost" full={full}>
          {label ?? t(`conversations.states.${action}`)}
        </Button>
      }
    />
  );
}

/** Says that the conversation is muted, closed or reported, with a button to reopen it. */
export function StateNotice({ state }: { state: ConversationState }) {
  const t = useT();
  if (state === "open") return null;
  return (
    <Notice
      tone="sun"
      action={
        <AppForm intent="reopen" preventScrollReset>
          <SubmitButton size="sm" variant="ghost">
            {t("conversations.states.reopen")}
          </SubmitButton>
        </AppForm>
      }
    >
      {t(`conversations.states.${state}`)}
    </Notice>
  );
}
