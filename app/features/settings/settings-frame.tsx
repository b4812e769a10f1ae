import type { ReactNode } from "react";
import { href } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";

const tabs = [
  { to: href("/dashboard/settings"), label: "accounts.settings.profile" },
  { to: href("/dashboard/settings/security"), label: "accounts.settings.security" },
  { to: href("/dashboard/settings/notifications"), label: "accounts.settings.notifications" },
  { to: href("/dashboard/settings/escalation"), label: "escalation.tab" },
  { to: href("/dashboard/settings/appearance"), label: "accounts.settings.languageAndLook" },
  { to: href("/dashboard/settings/my-data"), label: "accounts.settings.myData" },
] as const;

/** Layout of the settings pages: common header and one tab per page. */
export function SettingsLayout({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <>
      <PageHeader title={t("accounts.settings.title")} lead={t("accounts.settings.lead")} />
      <TabsNav
        label={t("accounts.settings.tabs")}
        tabs={tabs.map(({ to, label }) => ({ to, label: t(label) }))}
        className="mb-6"
      />
      <div className="grid max-w-3xl gap-5">{children}</div>
    </>
  );
}
