import { useViewer } from "#app/features/users/use-viewer.ts";
import { Chip } from "#app/platform/ui/chip.tsx";

const maxNames = 3;

/** "For Luna and Rocky": the user's pets that a tip applies to. */
export function TipPets({ pets }: { pets: readonly string[] }) {
  const { t, format } = useViewer();
  if (pets.length === 0) return null;
  const names = format.list(pets.slice(0, maxNames));
  const more = pets.length - maxNames;
  return (
    <Chip tone="brand">
      <bdi className="wrap-anywhere">
        {more > 0 ? t("tips.forMore", { names, count: more }) : t("tips.for", { names })}
      </bdi>
    </Chip>
  );
}
