import type { ReactNode } from "react";
import { formatDay } from "../../i18n/format.ts";
import type { Language } from "../../i18n/language.ts";
import { Card, CardHeader } from "../card.tsx";
import { BarChart, type BarChartProps } from "./bar-chart.tsx";

const maxLabels = 5;

/** Returns after how many days a label follows, so that few enough fit on a phone; whole weeks from seven days on. */
export function daysPerLabel(days: number): number {
  const least = Math.ceil(days / maxLabels);
  return least <= 5 ? least : 7 * Math.ceil(least / 7);
}

interface DaysChartProps extends Omit<BarChartProps, "bars"> {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  /** A value for each day, oldest first. */
  days: readonly { day: string; value: number; before?: number }[];
  /** Word for "today", if it is the last day. */
  today?: string | undefined;
  language: Language;
  children?: ReactNode;
}

/** Card with a bar for each day. The last one is named, and others at equal distances before it. */
export function DaysChart({ title, text, action, days, today, language, children, ...chart }: DaysChartProps) {
  const step = daysPerLabel(days.length);
  const tickOf = (day: string, daysBefore: number) => {
    if (daysBefore % step !== 0) return undefined;
    return (daysBefore === 0 && today) || formatDay(day, language, "dayMonth");
  };
  return (
    <Card as="section">
      <CardHeader title={title} text={text} action={action} />
      <BarChart
        {...chart}
        bars={days.map(({ day, value, before }, index) => ({
          key: day,
          name: formatDay(day, language, "weekday"),
          value,
          before,
          tick: tickOf(day, days.length - 1 - index),
        }))}
      />
      {children}
    </Card>
  );
}
