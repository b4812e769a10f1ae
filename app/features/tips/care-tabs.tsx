import { href } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";

/** Tabs of the care section: tips and reminders. */
export function CareTabs({ current }: { current: "tips" | "reminders" }) {
  const t = useT();
  return (
    <TabsNav
      label={t("tips.tabs.label")}
      tabs={(["tips", "reminders"] as const).map((tab) => ({
        to: href(`/dashboard/${tab}`),
        label: t(`tips.tabs.${tab}`),
        current: tab === current,
      }))}
    />
  );
}
