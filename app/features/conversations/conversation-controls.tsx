import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import type { ConversationState } from "./conversations.rules.ts";

const stateActions = ["mute", "close", "report"] as const;

/** Lets the owner mute, close, report or reopen a conversation. */
export function ConversationControls({ state }: { state: ConversationState }) {
  const t = useT();
  if (state !== "open")
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
  return (
    <Disclosure summary={t("conversations.states.title")}>
      <p className="text-sm text-ink-2">{t("conversations.states.text")}</p>
      <AppForm preventScrollReset className="mt-3 flex flex-wrap gap-2">
        {stateActions.map((stateAction) => (
          <ConfirmDialog
            key={stateAction}
            tone={stateAction === "mute" ? "brand" : "lost"}
            title={t(`conversations.states.${stateAction}Title`)}
            description={t(`conversations.states.${stateAction}Text`)}
            cancelLabel={t("conversations.states.cancel")}
            trigger={
              <Button type="submit" name="intent" value={stateAction} size="sm" variant="ghost">
                {t(`conversations.states.${stateAction}`)}
              </Button>
            }
          />
        ))}
      </AppForm>
    </Disclosure>
  );
}
