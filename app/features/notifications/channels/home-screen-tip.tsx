import Share from "lucide-react/icons/share";
import SquarePlus from "lucide-react/icons/square-plus";
import { type ReactNode, useEffect, useState } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { isAppleBrowser } from "./push-device.ts";
import { addStartImage } from "./start-image.ts";

/** Storage key set when the tip was dismissed on this device. */
const dismissedKey = "aleef-home-screen";

function isDismissed(): boolean {
  try {
    return localStorage.getItem(dismissedKey) !== null;
  } catch {
    // Without storage it would return with every page.
    return true;
  }
}

const Step = ({ picture, children }: { picture: ReactNode; children: ReactNode }) => (
  <li className="flex items-center gap-3">
    <span
      aria-hidden
      className="grid size-10 shrink-0 place-items-center rounded-1 border border-line bg-surface text-info *:size-5"
    >
      {picture}
    </span>
    <span>{children}</span>
  </li>
);

/** How to add this site to the Home Screen of an iPhone or iPad: the buttons as Safari draws them, in their order. */
export function HomeScreenSteps() {
  const t = useT();
  return (
    <>
      <p>{t("homeScreen.lead")}</p>
      <ol className="mt-3 grid gap-2">
        <Step picture={<Share />}>{t("homeScreen.share")}</Step>
        <Step picture={<SquarePlus />}>{t("homeScreen.add")}</Step>
        <Step picture={<img src="/icon-192.png" alt="" className="size-7! rounded-[6px]" />}>
          {t("homeScreen.open")}
        </Step>
      </ol>
    </>
  );
}

/** Proposes the Home Screen to owners on iPhones and iPads, which only then receive push; nothing in other browsers. */
export function HomeScreenTip({ className }: { className?: string }) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isAppleBrowser()) return;
    addStartImage();
    setShown(!isDismissed());
  }, []);
  if (!isShown) return null;
  return (
    <div className={className}>
      <Notice
        title={t("homeScreen.title")}
        action={
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              localStorage.setItem(dismissedKey, "1");
              setShown(false);
            }}
          >
            {t("form.close")}
          </Button>
        }
      >
        <HomeScreenSteps />
      </Notice>
    </div>
  );
}
