import { useTranslation } from "react-i18next";
import { Money } from "#app/features/catalog/money.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDay } from "#app/platform/i18n/format.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";

const width = 600;
const height = 96;

/** Bar chart of the orders of each of the last days, with a table for screen readers. */
export function SalesChart({ days }: { days: readonly { day: string; cents: number }[] }) {
  const { t } = useTranslation();
  const { language, direction } = useViewer();
  const total = days.reduce((sum, { cents }) => sum + cents, 0);
  if (total === 0) return null;
  const highest = Math.max(...days.map(({ cents }) => cents));
  const step = width / days.length;
  const shown = days.filter(({ cents }) => cents > 0);
  const label = t("orders.admin.salesChart", { total: formatMoney(total) });
  return (
    <Card as="section">
      <CardHeader title={t("orders.admin.sales")} action={<Money cents={total} className="text-lg font-[650]" />} />
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        className="h-24 w-full"
        preserveAspectRatio="none"
      >
        {days.map(({ day, cents }, at) => {
          const tall = Math.max(cents === 0 ? 1 : 3, (cents / highest) * (height - 4));
          const place = direction === "rtl" ? days.length - 1 - at : at;
          return (
            <rect
              key={day}
              x={place * step + step * 0.15}
              y={height - tall}
              width={step * 0.7}
              height={tall}
              rx="2"
              className={cents === 0 ? "fill-line" : "fill-brand"}
            />
          );
        })}
      </svg>
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
            {shown.map(({ day, cents }) => (
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
    </Card>
  );
}
