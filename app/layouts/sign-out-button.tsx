import LogOut from "lucide-react/icons/log-out";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href, useFetcher } from "react-router";
import { Button, IconButton } from "#app/platform/ui/button.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";

interface SignOutButtonProps {
  /** The area that is left, with its own words for a failure. */
  from?: { area: "admin"; failed: string };
  look?: "button" | "icon" | "row";
}

/** Ends the session. */
export function SignOutButton({ from, look = "button" }: SignOutButtonProps) {
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
          ? { type: "error", title: t("common.error.short"), description: from.failed }
          : { type: "error", title: t("shell.logoutFailed") },
      );
      return;
    }
    fetcher.submit(form);
  }

  return (
    <fetcher.Form
      method="post"
      action={href("/auth/sign-out")}
      onSubmit={send}
      className={look === "row" ? "w-full" : undefined}
    >
      {from && <input type="hidden" name="from" value={from.area} />}
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
