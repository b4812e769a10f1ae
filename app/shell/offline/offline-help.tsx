import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useViewer } from "#app/features/accounts/use-viewer.ts";
import { waitingReport } from "#app/features/reports/waiting-report.ts";
import { useWorker } from "./use-worker.ts";

/** Links lead to what was kept: without a network a page can be opened, and not be fetched piece by piece. */
function openWhole(event: MouseEvent): void {
  if (navigator.onLine || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey) return;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target || link.download) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  event.stopPropagation();
  location.assign(link.href);
}

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(true);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    look();
    addEventListener("online", look);
    addEventListener("offline", look);
    document.addEventListener("click", openWhole, true);
    return () => {
      removeEventListener("online", look);
      removeEventListener("offline", look);
      document.removeEventListener("click", openWhole, true);
    };
  }, []);
  return isOnline;
}

/** A report that was sent without a network goes out as soon as there is one, from wherever its writer is. */
function useWaitingReport(isOnline: boolean, userId: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    waitingReport.belongsTo(userId);
    const path = waitingReport.path();
    if (isOnline && path && path !== location.pathname) void navigate(path);
  }, [isOnline, userId, navigate]);
}

/** Says when the network is gone, sends what waited, keeps the worker that stands in, and offers a new build. */
export function OfflineHelp({ userId }: { userId: string | null }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const isOnline = useOnline();
  const { isNew, take, dismiss } = useWorker(userId, language);
  const isSaying = !isOnline || isNew;
  useWaitingReport(isOnline, userId);
  if (!isSaying) return null;
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto flex w-fit max-w-[calc(100%-2rem)] flex-wrap items-center gap-x-4 gap-y-1 rounded-2 bg-toast px-5 py-3 text-sm text-toast-ink shadow-2 print:hidden"
    >
      {isOnline ? t("offline.newVersion") : t("offline.now")}
      {isOnline && (
        <span className="flex gap-4">
          <button type="button" className="min-h-9 font-semibold underline" onClick={take}>
            {t("offline.reload")}
          </button>
          <button type="button" className="min-h-9 underline" onClick={dismiss}>
            {t("offline.later")}
          </button>
        </span>
      )}
    </div>
  );
}
