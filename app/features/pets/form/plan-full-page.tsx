import { href } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";

/** Says that the plan's limit is reached, in place of a form that could not be submitted. */
export default function PlanFullPage({ message }: { message: string }) {
  const t = useT();
  return (
    <EmptyState
      inCard
      drawing={<AnimalDrawing kind="cat" seed="waiting" />}
      title={t("plans.fullTitle")}
      text={message}
      actions={
        <>
          <ButtonLink to={href("/dashboard/subscription")}>{t("plans.see")}</ButtonLink>
          <ButtonLink to={href("/dashboard/pets")} variant="ghost">
            {t("form.back")}
          </ButtonLink>
        </>
      }
    />
  );
}
