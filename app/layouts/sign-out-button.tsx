import LogOut from "lucide-react/icons/log-out";
import type { FormEvent, ReactNode } from "react";
import { href, useFetcher } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, IconButton } from "#app/platform/ui/button.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";

interface SignOutButtonProps {
  /** Area that the user leaves, with its own error message. */
  from?: { area: "admin"; failed: string };
  variant?: "button" | "icon" | "row";
}

/** Button that ends the session. */
export function SignOutButton({ from, variant = "button" }: SignOutButtonProps) {
  const t = useT();
  const fetcher = useFetcher({ key: "sign-out" });
  const pending = fetcher.state !== "idle";

  /**
   * Checks the connection first: a form that cannot be sent would end on the error page, so the user gets a message and
   * stays on the page.
   */
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
      className={variant === "row" ? "w-full" : undefined}
    >
      {from && <input type="hidden" name="from" value={from.area} />}
      {variant === "icon" ? (
        <IconButton type="submit" size="sm" aria-label={t("shell.logout")} pending={pending}>
          {icon}
        </IconButton>
      ) : (
        <Button
          type="submit"
          variant={variant === "row" ? "quiet" : "ghost"}
          size="sm"
          full={variant === "row"}
          pending={pending}
          icon={variant === "row" ? icon : undefined}
        >
          {t("shell.logout")}
        </Button>
      )}
    </fetcher.Form>
  );
}

const icon: ReactNode = <LogOut aria-hidden className="rtl:-scale-x-100" />;
