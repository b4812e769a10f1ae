import MenuIcon from "lucide-react/icons/menu";
import { type ComponentProps, useEffect, useState } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { buttonClass, IconButton } from "#app/platform/ui/button.tsx";
import { Logo } from "#app/platform/ui/logo.tsx";
import { Sheet } from "#app/platform/ui/overlays/sheet.tsx";

/**
 * Button that opens the side sheet. Until scripts run, a link to the page's own list of links, which then becomes
 * visible.
 */
export function MenuOpener({ to, onOpen }: { to: string; onOpen: () => void }) {
  const t = useT();
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  if (awake)
    return (
      <IconButton aria-label={t("shell.openMenu")} aria-haspopup="dialog" onClick={onOpen}>
        <MenuIcon aria-hidden />
      </IconButton>
    );
  return (
    <a href={`#${to}`} aria-label={t("shell.openMenu")} className={buttonClass({ variant: "quiet", square: true })}>
      <MenuIcon aria-hidden className="size-5" />
    </a>
  );
}

type MenuSheetProps = Pick<ComponentProps<typeof Sheet>, "side" | "open" | "onOpenChange" | "footer" | "children">;

/** Menu on a phone: the links of a layout in a sheet, below the logo. */
export function MenuSheet(props: MenuSheetProps) {
  const t = useT();
  return (
    <Sheet
      {...props}
      title={t("shell.menu")}
      header={<Logo word={t("shell.name")} size="sm" />}
      closeLabel={t("shell.closeMenu")}
    />
  );
}
