import Inbox from "lucide-react/icons/inbox";
import PawPrint from "lucide-react/icons/paw-print";
import ScanLine from "lucide-react/icons/scan-line";
import Tag from "lucide-react/icons/tag";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";

const actions = [
  { key: "addPet", to: href("/dashboard/pets/new"), Icon: PawPrint },
  { key: "claimTag", to: `${href("/dashboard/tags-management")}?add`, Icon: Tag },
  { key: "testTag", to: href("/dashboard/settings/test-my-tag"), Icon: ScanLine },
  { key: "inbox", to: href("/dashboard/inbox"), Icon: Inbox },
] as const;

export function QuickActions() {
  const { t } = useTranslation();
  return (
    <Card as="section">
      <CardHeader title={t("dashboard.actions.title")} />
      <div className="grid grid-cols-2 gap-2.5">
        {actions.map(({ key, to, Icon }) => (
          <ButtonLink key={key} to={to} variant="ghost" size="sm" full icon={<Icon aria-hidden />}>
            {t(`dashboard.actions.${key}`)}
          </ButtonLink>
        ))}
      </div>
    </Card>
  );
}
