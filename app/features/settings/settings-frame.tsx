import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";

const tabs = [
  { to: "/dashboard/settings", label: "accounts.settings.profile" },
  { to: "/dashboard/settings/security", label: "accounts.settings.security" },
  { to: "/dashboard/settings/notifications", label: "accounts.settings.notifications" },
  { to: "/dashboard/settings/escalation", label: "escalation.tab" },
  { to: "/dashboard/settings/look", label: "accounts.settings.languageAndLook" },
  { to: "/dashboard/settings/my-data", label: "accounts.settings.myData" },
] as const;

/** Every page of the settings: the same head, one tab for each. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
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
