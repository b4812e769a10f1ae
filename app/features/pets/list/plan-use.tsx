import { href, Link } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { PetQuota } from "../pet-quota.server.ts";

/** How many pets of the plan's limit are used. */
export function PlanUse({ room }: { room: PetQuota }) {
  const t = useT();
  const plan = t(`plans.names.${room.plan}`);
  if (room.limit === null) return t("plans.usedUnlimited", { plan });
  return (
    <>
      {t(room.count > room.limit ? "plans.over" : "plans.used", { used: room.count, limit: room.limit, plan })}
      {!room.canAdd && (
        <>
          {"\u00a0· "}
          <Link to={href("/dashboard/subscription")} className="link">
            {t("plans.see")}
          </Link>
        </>
      )}
    </>
  );
}

/** Notice that the plan's limit is reached, with a link to the plans. */
export function PlanFull({ message }: { message: string }) {
  const t = useT();
  return (
    <Notice
      tone="sun"
      role="alert"
      action={
        <ButtonLink to={href("/dashboard/subscription")} size="sm">
          {t("plans.see")}
        </ButtonLink>
      }
    >
      <p>{message}</p>
    </Notice>
  );
}
