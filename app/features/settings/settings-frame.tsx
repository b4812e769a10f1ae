import type { ReactNode } from "react";
import { href } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";

const tabs = [
  { to: href("/dashboard/settings"), label: "accountSettings.profile" },
  { to: href("/dashboard/settings/security"), label: "accountSettings.security" },
  { to: href("/dashboard/settings/notifications"), label: "accountSettings.notifications" },
  { to: href("/dashboard/settings/escalation"), label: "escalation.tab" },
  { to: href("/dashboard/settings/appearance"), label: "accountSettings.languageAndAppearance" },
  { to: href("/dashboard/settings/my-data"), label: "accountSettings.myData" },
] as const;

/** Layout of the settings pages: common header and one tab per page. */
export function SettingsLayout({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <>
      <PageHeader title={t("accountSettings.title")} lead={t("accountSettings.lead")} />
      <TabsNav
        label={t("accountSettings.tabs")}
        tabs={tabs.map(({ to, label }) => ({ to, label: t(label) }))}
        className="mb-6"
      />
      <div className="grid max-w-3xl gap-5">{children}</div>
    </>
  );
}
