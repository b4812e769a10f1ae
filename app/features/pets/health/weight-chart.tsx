import { useViewer } from "#app/features/users/use-viewer.ts";
import { LineChart } from "#app/platform/ui/charts/line-chart.tsx";

/** Chart of a pet's weight over time; renders nothing without entries. */
export function WeightChart({ weights }: { weights: { day: string; weightKg: number }[] }) {
  const { t, format } = useViewer();
  const points = weights.map(({ day, weightKg }) => ({
    at: Date.parse(day),
    value: weightKg,
    when: format.day(day, "shortDate"),
    text: t("pets.kilograms", { weight: weightKg }),
  }));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const label =
    points.length === 1
      ? t("petHealth.chartOne", { weight: last.text, day: last.when })
      : t("petHealth.chartOf", { from: first.text, since: first.when, to: last.text, day: last.when });
  return (
    <LineChart
      label={label}
      points={points}
      format={(value) => format.number(value)}
      asTable={t("petHealth.asTable")}
      heads={[t("petHealth.day"), t("petHealth.kinds.weight")]}
    />
  );
}
