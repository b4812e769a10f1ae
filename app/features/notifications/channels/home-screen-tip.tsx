import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { isAppleBrowser } from "./push-device.ts";

// Only iPhones and iPads load it. A page without the tip is whole.
const HomeScreenSteps = lazy(
  (): Promise<{ default: () => ReactNode }> => import("./home-screen-steps.tsx").catch(() => ({ default: () => null })),
);

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

/** Proposes the Home Screen to owners on iPhones and iPads, which only then receive push; nothing in other browsers. */
export function HomeScreenTip({ className }: { className?: string }) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isAppleBrowser()) return;
    void import("./start-image.ts").then(({ addStartImage }) => addStartImage()).catch(() => undefined);
    setShown(!isDismissed());
  }, []);
  if (!isShown) return null;
  return (
    <div className={className}>
      <Suspense>
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
      </Suspense>
    </div>
  );
}
