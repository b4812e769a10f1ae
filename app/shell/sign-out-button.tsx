import LogOut from "lucide-react/icons/log-out";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Button, IconButton } from "#app/platform/ui/button.tsx";
import { showToast } from "#app/platform/ui/toaster.tsx";

/** Ends the session. `from` names the area, which has words of its own for a failure. */
export function SignOutButton({ from, look = "button" }: { from?: "admin"; look?: "button" | "icon" | "row" }) {
  const { t } = useTranslation();
  const fetcher = useFetcher({ key: "sign-out" });
  const pending = fetcher.state !== "idle";

  /** A form that reaches nobody would end on the error screen; the person is told instead, and stays where they are. */
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    try {
      await fetch("/healthz", { method: "HEAD" });
    } catch {
      showToast(
        from
          ? { type: "error", title: t("site.error.short"), description: t("shell.adminCheck.logoutFailed") }
          : { type: "error", title: t("shell.logoutFailed") },
      );
      return;
    }
    fetcher.submit(form);
  }

  return (
    <fetcher.Form
      method="post"
      action="/auth/sign-out"
      onSubmit={send}
      className={look === "row" ? "w-full" : undefined}
    >
      {from && <input type="hidden" name="from" value={from} />}
      {look === "icon" ? (
        <IconButton type="submit" size="sm" aria-label={t("shell.logout")} pending={pending}>
          {icon}
        </IconButton>
      ) : (
        <Button
          type="submit"
          variant={look === "row" ? "quiet" : "ghost"}
          size="sm"
          full={look === "row"}
          pending={pending}
          icon={look === "row" ? icon : undefined}
        >
          {t("shell.logout")}
        </Button>
      )}
    </fetcher.Form>
  );
}

const icon: ReactNode = <LogOut aria-hidden className="rtl:-scale-x-100" />;
