import { useEffect, useState } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { isAppleBrowser } from "./push-device.ts";

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
export function HomeScreenTip() {
  const t = useT();
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(isAppleBrowser() && !isDismissed()), []);
  if (!isShown) return null;
  return (
    <div className="mb-5">
      <Notice
        title={t("notifications.pushHomeScreenTitle")}
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
        {t("notifications.pushHomeScreen")}
      </Notice>
    </div>
  );
}
