import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { PetRoom } from "./pet-quota.server.ts";

/** How full the plan is. */
export function PlanUse({ room }: { room: PetRoom }) {
  const { t } = useTranslation();
  const plan = t(`plans.names.${room.plan}`);
  if (room.limit === null) return t("plans.usedUnlimited", { plan });
  return (
    <>
      {t("plans.used", { used: room.count, limit: room.limit, plan })}
      {!room.canAdd && (
        <>
          {" · "}
          <Link to={href("/dashboard/subscription")} className="link">
            {t("plans.see")}
          </Link>
        </>
      )}
    </>
  );
}

/** Why no other pet fits, and the way to a larger plan. */
export function PlanFull({ message }: { message: string }) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="sun"
      role="alert"
      action={
        <ButtonLink to={href("/dashboard/subscription")} variant="sun" size="sm">
          {t("plans.see")}
        </ButtonLink>
      }
    >
      <p>{message}</p>
    </Notice>
  );
}

/** The same in place of a form that would be filled in for nothing. */
export function PlanFullPage({ message }: { message: string }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      inCard
      drawing={<AnimalDrawing kind="cat" seed="waiting" />}
      title={t("plans.fullTitle")}
      text={message}
      actions={
        <>
          <ButtonLink to={href("/dashboard/subscription")} variant="sun">
            {t("plans.see")}
          </ButtonLink>
          <ButtonLink to={href("/dashboard/pets")} variant="ghost">
            {t("form.back")}
          </ButtonLink>
        </>
      }
    />
  );
}
