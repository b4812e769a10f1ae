import HeartHandshake from "lucide-react/icons/heart-handshake";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";

/** Card that lists the pet's caregivers, with a link to manage them. */
export function CaregiversCard({ pet, caregivers }: { pet: { id: string; name: string }; caregivers: string[] }) {
  const { t } = useTranslation();
  return (
    <Card as="section" className="print:hidden">
      <CardHeader
        title={t("pets.caregivers.of", { name: pet.name })}
        action={
          <ButtonLink to={href("/dashboard/pets/:petId/carers", { petId: pet.id })} variant="ghost" size="sm">
            {t("pets.caregivers.choose")}
          </ButtonLink>
        }
      />
      {caregivers.length === 0 ? (
        <p className="text-sm text-ink-2">{t("pets.caregivers.nobody")}</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {caregivers.map((who, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of them may have one name
            <li key={index} className="max-w-full">
              <Chip tone="brand">
                <bdi>{who}</bdi>
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Notice that tells a caregiver whose pet they are viewing. */
export function CaregiverNotice({ pet, ownerName }: { pet: { id: string; name: string }; ownerName: string }) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="brand"
      className="mb-6 print:hidden"
      icon={<HeartHandshake />}
      action={
        <ButtonLink to={href("/dashboard/pets/:petId/carers", { petId: pet.id })} variant="ghost" size="sm">
          {t("pets.caregivers.yours")}
        </ButtonLink>
      }
    >
      <p>{t("pets.caregivers.you", { name: `\u2068${pet.name}\u2069`, owner: `\u2068${ownerName}\u2069` })}</p>
    </Notice>
  );
}
