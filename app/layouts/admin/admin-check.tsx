import ShieldAlert from "lucide-react/icons/shield-exclamation-point";
import { type ReactNode, useEffect, useState } from "react";
import { href, useLocation, useNavigate } from "react-router";
import { adminCheckEvery, adminCheckTries, retryPause } from "#app/features/auth/auth.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Spinner } from "#app/platform/ui/spinner.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";

type Access = "admin" | "user" | "visitor";

interface SessionStatus {
  isAuthenticated: boolean;
  isAdmin: boolean;
}

/**
 * Asks the server who is signed in: up to 3 tries with growing pauses if it does not respond. Returns "unknown" if all
 * fail. Throws if the response is not from our server.
 */
export async function checkAccess(
  ask: () => Promise<Response>,
  wait: (milliseconds: number) => Promise<void>,
  random: () => number = Math.random,
): Promise<Access | "unknown"> {
  for (let attempt = 0; attempt < adminCheckTries; attempt++) {
    if (attempt > 0) await wait(retryPause(attempt - 1, random()));
    const answer = await ask().catch(() => null);
    if (!answer || answer.status >= 500 || answer.status === 429) continue;
    const status = (await answer.json()) as Partial<SessionStatus>;
    if (typeof status.isAuthenticated !== "boolean") throw new Error("Unexpected session status response");
    if (!status.isAuthenticated) return "visitor";
    return status.isAdmin === true ? "admin" : "user";
  }
  return "unknown";
}

/** Milliseconds to read the reason before being redirected. */
const redirectDelayMs = 2500;

const fetchSession = () => fetch(href("/session"), { headers: { accept: "application/json" }, cache: "no-store" });
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Checks on load and every 60 s whether the user is still an administrator, and otherwise redirects. Access is enforced
 * by the server; this only keeps an open page up to date.
 */
export function AdminCheck({ children }: { children: ReactNode }) {
  const t = useT();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [access, setAccess] = useState<Access>("admin");

  useEffect(() => {
    let isCancelled = false;
    async function check() {
      if (!navigator.onLine) return;
      try {
        const found = await checkAccess(fetchSession, wait);
        if (isCancelled) return;
        if (found !== "unknown") return setAccess(found);
        // The server grants nothing that it cannot check; the page stays, with what was typed or just sent.
        showToast({
          type: "error",
          title: t("adminArea.check.unknown"),
          description: t("adminArea.check.unknownText"),
        });
      } catch {
        if (isCancelled) return;
        showToast({ type: "error", title: t("common.error.short"), description: t("adminArea.check.failed") });
        navigate("/", { replace: true });
      }
    }
    check();
    const timer = setInterval(check, adminCheckEvery);
    return () => {
      isCancelled = true;
      clearInterval(timer);
    };
  }, [navigate, t]);

  const exit = access === "visitor" ? `${href("/auth")}?to=${encodeURIComponent(pathname)}` : href("/dashboard");
  useEffect(() => {
    if (access === "admin") return;
    const timer = setTimeout(() => navigate(exit, { replace: true }), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [access, exit, navigate]);

  if (access === "admin") return children;
  const isVisitor = access === "visitor";
  return (
    <main className="grid min-h-dvh place-items-center">
      <div role="alert">
        <EmptyState
          level={1}
          drawing={<ShieldAlert aria-hidden className="max-h-24 text-lost" strokeWidth={1.25} />}
          title={t(isVisitor ? "adminArea.check.unauthorized" : "adminArea.check.denied")}
          text={t(isVisitor ? "adminArea.check.unauthorizedText" : "adminArea.check.deniedText")}
          actions={
            <ButtonLink to={exit} replace icon={<Spinner />}>
              {t(isVisitor ? "shell.login" : "adminArea.check.toDashboard")}
            </ButtonLink>
          }
        />
      </div>
    </main>
  );
}
