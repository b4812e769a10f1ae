import HeartHandshake from "lucide-react/icons/heart-handshake";
import House from "lucide-react/icons/house";
import { href } from "react-router";
import type { listOffersTo } from "#app/features/pet-transfers/transfers.server.ts";
import type { listInvitationsTo } from "#app/features/pets/caregivers/caregiver-invitations.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";

/** Pets that others would like to transfer to the user, or to share the care for; each notice links to the answer. */
export function OfferedPets({
  offers,
  invitations,
}: {
  offers: Awaited<ReturnType<typeof listOffersTo>>;
  invitations: Awaited<ReturnType<typeof listInvitationsTo>>;
}) {
  const { t, format } = useViewer();
  if (offers.length + invitations.length === 0) return null;
  return (
    <div className="mb-5 grid gap-3 wrap-anywhere">
      {offers.map(({ id, petName, ownerName, expiresAt }) => (
        <Notice
          key={id}
          tone="brand"
          icon={<House />}
          title={t("offeredPets.transferLead", { name: `\u2068${petName}\u2069`, owner: `\u2068${ownerName}\u2069` })}
          action={
            <ButtonLink variant="ghost" size="sm" to={href("/dashboard/transfers/:transferId", { transferId: id })}>
              {t("offeredPets.seeTransfer")}
            </ButtonLink>
          }
        >
          <p>{t("offeredPets.until", { time: format.date(expiresAt, "dateTime") })}</p>
        </Notice>
      ))}
      {invitations.map(({ id, petName, ownerName }) => (
        <Notice
          key={id}
          tone="brand"
          icon={<HeartHandshake />}
          title={t("offeredPets.asksYou", { name: `\u2068${petName}\u2069`, owner: `\u2068${ownerName}\u2069` })}
          action={
            <ButtonLink
              variant="ghost"
              size="sm"
              to={href("/dashboard/care-invitations/:invitationId", { invitationId: id })}
            >
              {t("offeredPets.seeInvitation")}
            </ButtonLink>
          }
        />
      ))}
    </div>
  );
}
