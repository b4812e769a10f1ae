import type { ReactNode } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { type Plan, petLimits } from "./plans.rules.ts";

/** Features of a plan. */
export function PlanPoints({ plan, icon }: { plan: Plan; icon: ReactNode }) {
  const t = useT();
  const all = (smaller: Plan) => t("subscription.has.all", { plan: t(`plans.names.${smaller}`) });
  const limit = petLimits[plan];
  const pets = Number.isFinite(limit) ? t("subscription.has.pets", { count: limit }) : t("subscription.has.anyPets");
  const points = {
    basic: [
      pets,
      t("subscription.has.tags"),
      t("subscription.has.alerts"),
      t("subscription.has.conversations"),
      t("subscription.has.community"),
    ],
    comfort: [
      all("basic"),
      pets,
      t("subscription.has.push"),
      t("subscription.has.contacts"),
      t("subscription.has.priority"),
    ],
    "rescue-plus": [
      all("comfort"),
      pets,
      t("subscription.has.live"),
      t("subscription.has.replacement"),
      t("subscription.has.always"),
    ],
  }[plan];
  return (
    <ul className="grid content-start gap-2.5">
      {points.map((point) => (
        <li key={point} className="flex gap-3 text-sm">
          {icon}
          <span>{point}</span>
        </li>
      ))}
    </ul>
  );
}
