import { useTranslation } from "react-i18next";
import { Form, href } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDay } from "#app/platform/i18n/format.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { PetPhoto, type PetPortrait } from "../pet-photo.tsx";
import type { CaregiverLevel } from "./caregivers.rules.ts";

/** What a caregiver sees of their own care: their access, a link to the pet, and the form to leave. */
export function OwnCaregiving({
  pet,
  care,
}: {
  pet: PetPortrait & { name: string };
  care: { level: CaregiverLevel; ownerName: string; untilDay: string | null };
}) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const [name, owner] = [`\u2068${pet.name}\u2069`, `\u2068${care.ownerName}\u2069`];
  const leave = t("caregivers.leave", { name });
  return (
    <>
      <Card as="section" className="flex flex-wrap items-center gap-5">
        <span className="size-24 shrink-0 overflow-hidden rounded-2">
          <PetPhoto pet={pet} width={160} />
        </span>
        <div className="grid min-w-0 flex-[1_1_14rem] gap-3">
          <p>{t(`caregivers.may.${care.level}`, { name, owner })}</p>
          {care.untilDay && (
            <p className="text-sm text-ink-2">
              {t("caregivers.holdsUntil", { day: formatDay(care.untilDay, language) })}
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            {care.level === "alerts" ? (
              <ButtonLink to={href("/pet/:petId", { petId: pet.id })} variant="ghost" size="sm">
                {t("caregivers.profile")}
              </ButtonLink>
            ) : (
              <ButtonLink to={href("/dashboard/pets/:petId", { petId: pet.id })} size="sm">
                {t("caregivers.openPet", { name })}
              </ButtonLink>
            )}
          </div>
        </div>
      </Card>
      <Form method="post">
        <ConfirmDialog
          trigger={
            <SubmitButton name="intent" value="leave" variant="ghost">
              {leave}
            </SubmitButton>
          }
          title={t("caregivers.leaveTitle", { name })}
          description={t("caregivers.leaveText", { owner })}
          confirmLabel={leave}
          cancelLabel={t("form.cancel")}
        />
      </Form>
    </>
  );
}
