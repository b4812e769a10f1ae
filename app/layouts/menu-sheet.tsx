import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Logo } from "#app/platform/ui/logo.tsx";
import { Sheet } from "#app/platform/ui/overlays/sheet.tsx";

type MenuSheetProps = Pick<ComponentProps<typeof Sheet>, "side" | "open" | "onOpenChange" | "footer" | "children">;

/** Menu on a phone: the links of a layout in a sheet, below the logo. */
export function MenuSheet(props: MenuSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet
      {...props}
      title={t("shell.menu")}
      header={<Logo word={t("shell.name")} size="sm" />}
      closeLabel={t("shell.closeMenu")}
    />
  );
}
