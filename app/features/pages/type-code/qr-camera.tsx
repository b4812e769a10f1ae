import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "#app/platform/ui/notice.tsx";
import { readFrames } from "./read-frames.ts";
import { pathOfScanned } from "./scanned-code.rules.ts";

type State = "starting" | "looking" | "foreign" | "refused";

/** Camera view that opens the first tag it sees. Images never leave the device. */
export function QrCamera() {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<State>("starting");

  useEffect(() => {
    const over = new AbortController();
    const { current } = video;
    if (!current) return;
    readFrames(current, over.signal, {
      onStart: () => setState("looking"),
      onText(text) {
        const path = pathOfScanned(text);
        if (!path) return setState("foreign");
        over.abort();
        // The tag's page is a separate document outside the router.
        location.assign(path);
      },
    }).catch(() => {
      if (!over.signal.aborted) setState("refused");
    });
    return () => over.abort();
  }, []);

  if (state === "refused")
    return (
      <Notice tone="sun" title={t("pages.camera.refused")}>
        {t("pages.camera.refusedText")}
      </Notice>
    );
  return (
    <div className="grid gap-3">
      <div className="relative overflow-hidden rounded-2 bg-sunken">
        <video
          ref={video}
          muted
          playsInline
          aria-label={t("pages.camera.picture")}
          className="aspect-square w-full object-cover"
        />
        <div aria-hidden className="pointer-events-none absolute inset-[18%] rounded-2 border-4 border-sun" />
      </div>
      <p role="status" className="text-center text-sm text-ink-2">
        {t(`pages.camera.${state}`)}
      </p>
    </div>
  );
}
