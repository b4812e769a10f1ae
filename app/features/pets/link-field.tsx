import Copy from "lucide-react/icons/copy";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";

/** A link in a field that cannot be edited, and a button that copies it. */
export function LinkField({ link }: { link: string }) {
  const t = useT();
  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      showToast({ type: "success", title: t("personalLink.copied") });
    } catch {
      // Not allowed, or the page is not served over https.
      showToast({ type: "error", title: t("common.error.general") });
    }
  }
  return (
    <>
      <div className="min-w-0 flex-[1_1_16rem]">
        <TextInput readOnly ltr value={link} aria-label={t("personalLink.link")} />
      </div>
      <Button variant="ghost" icon={<Copy aria-hidden />} onClick={copy}>
        {t("personalLink.copy")}
      </Button>
    </>
  );
}

/**
 * Link of an invitation, or of the offer of a pet, for the owner to pass on; only an account with the invited address
 * can open it. Says so prominently when no e-mail was sent.
 */
export function InvitationLink({ link, isEmailed }: { link: string; isEmailed: boolean }) {
  const t = useT();
  return (
    <div className="grid gap-2">
      {isEmailed ? (
        <p className="text-sm text-ink-2">{t("personalLink.invitation.link")}</p>
      ) : (
        <Notice tone="sun" title={t("personalLink.invitation.notEmailedTitle")}>
          <p>{t("personalLink.invitation.notEmailed")}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <LinkField link={link} />
      </div>
    </div>
  );
}
