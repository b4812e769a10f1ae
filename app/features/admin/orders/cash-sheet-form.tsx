import Download from "lucide-react/icons/download";
import { href } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";

/** Form that downloads the cash movements of a day (`YYYY-MM-DD`), today at the latest. */
export function CashSheetForm({ today }: { today: string }) {
  const t = useT();
  return (
    <form method="get" action={href("/admin/orders/cash.csv")} className="flex flex-wrap items-center gap-2">
      <span className="w-44">
        <TextInput type="date" name="day" defaultValue={today} max={today} aria-label={t("adminOverview.cashDay")} />
      </span>
      <Button type="submit" variant="ghost" icon={<Download aria-hidden />}>
        {t("adminOverview.cashSheet")}
      </Button>
    </form>
  );
}
