import { useTranslation } from "react-i18next";
import { Notice } from "#app/platform/ui/notice.tsx";
import { LinkField } from "./link-field.tsx";

/**
 * Link of an invitation, or of the offer of a pet, for the owner to pass on; only an account with the invited address
 * can open it. Says so prominently when no e-mail was sent.
 */
export function InvitationLink({ link, isEmailed }: { link: string; isEmailed: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-2">
      {isEmailed ? (
        <p className="text-sm text-ink-2">{t("pets.invitation.link")}</p>
      ) : (
        <Notice tone="sun" title={t("pets.invitation.notEmailedTitle")}>
          <p>{t("pets.invitation.notEmailed")}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <LinkField link={link} />
      </div>
    </div>
  );
}
