import { Money } from "#app/features/catalog/money.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDay } from "#app/platform/i18n/format.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { DaysChart } from "#app/platform/ui/charts/days-chart.tsx";

/** Chart of the value of orders on each of the last days, up to today. */
export function SalesChart({ days }: { days: readonly { day: string; cents: number }[] }) {
  const t = useT();
  const { language } = useViewer();
  const total = days.reduce((sum, { cents }) => sum + cents, 0);
  if (total === 0) return null;
  return (
    <DaysChart
      title={t("orders.admin.sales")}
      action={<Money cents={total} className="text-lg font-[650]" />}
      label={t("orders.admin.salesChart", { total: formatMoney(total) })}
      heads={[t("orders.admin.day"), t("orders.admin.amount")]}
      days={days.map(({ day, cents }) => ({ day, value: cents }))}
      today={t("orders.admin.today")}
      format={(cents) => `\u2066${formatMoney(cents)}\u2069`}
      language={language}
    >
      <details className="mt-3 text-sm">
        <summary className="link w-fit">{t("orders.admin.salesTable")}</summary>
        <table className="mt-3 w-full max-w-sm">
          <thead>
            <tr>
              <th className="py-1 text-start font-[550]">{t("orders.admin.day")}</th>
              <th className="py-1 text-end font-[550]">{t("orders.admin.amount")}</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ cents }) => cents > 0)
              .map(({ day, cents }) => (
                <tr key={day}>
                  <td className="py-1">{formatDay(day, language)}</td>
                  <td className="py-1 text-end">
                    <Money cents={cents} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </DaysChart>
  );
}
