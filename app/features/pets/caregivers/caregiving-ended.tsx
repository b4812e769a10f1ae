import { href } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";

/** Notice shown in place of a form that the caregiver may no longer use. */
export function CaregivingEnded() {
  const t = useT();
  const back = <ButtonLink to={href("/dashboard/pets")}>{t("pets.title")}</ButtonLink>;
  return <EmptyState level={1} inCard title={t("pets.caregivers.ended")} actions={back} />;
}
