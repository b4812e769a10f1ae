import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Emergency } from "#app/features/emergencies/emergencies.rules.ts";
import { EmergencyPhoto } from "#app/features/emergencies/emergency-photo.tsx";
import { useEmergencyWords } from "#app/features/emergencies/use-emergency-words.ts";
import { Card } from "#app/platform/ui/card.tsx";

/** Section of finders waiting for an answer, above all other notifications. */
export function NeedsYou({ waiting }: { waiting: readonly Emergency[] }) {
  const { t } = useTranslation();
  const words = useEmergencyWords();
  return (
    <section aria-labelledby="needs-you">
      <h2 id="needs-you" className="mb-2 text-base text-lost">
        {t("notifications.needsYou")}
      </h2>
      <Card tone="lost" pad="none">
        <ul className="divide-y divide-line">
          {waiting.map((emergency) => {
            const { title, notes, action } = words(emergency);
            return (
              <li key={emergency.id} className="relative flex flex-wrap items-center gap-x-3.5 px-4 py-2.5 md:px-5">
                <EmergencyPhoto emergency={emergency} className="size-11 rounded-full" />
                <div className="min-w-0 flex-[1_1_7rem]">
                  <p className="line-clamp-2 text-sm font-semibold">{title}</p>
                  <p className="truncate text-sm text-ink-2">{notes.join(" · ")}</p>
                </div>
                <Link to={emergency.to} prefetch="intent" className="stretched link shrink-0 text-sm">
                  {action}
                </Link>
              </li>
            );
          })}
        </ul>
      </Card>
    </section>
  );
}
