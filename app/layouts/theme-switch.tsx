import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { href, useFetcher, useLocation } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { IconButton } from "#app/platform/ui/button.tsx";
import { holdWhileOffline } from "#app/platform/ui/connection/unsent-form.ts";

/** Button that switches to the other theme; the style sheet knows the current one before any script runs. */
export function ThemeSwitch({ className }: { className?: string }) {
  const t = useT();
  const fetcher = useFetcher({ key: "theme" });
  const here = useLocation();
  return (
    <fetcher.Form
      method="post"
      action={href("/theme")}
      preventScrollReset
      onSubmit={holdWhileOffline}
      className={className}
    >
      <input type="hidden" name="to" value={here.pathname + here.search} />
      <span className="dark:hidden">
        <IconButton type="submit" name="theme" value="dark" size="sm" aria-label={t("shell.theme.toDark")}>
          <Moon aria-hidden />
        </IconButton>
      </span>
      <span className="hidden dark:inline">
        <IconButton type="submit" name="theme" value="light" size="sm" aria-label={t("shell.theme.toLight")}>
          <Sun aria-hidden />
        </IconButton>
      </span>
    </fetcher.Form>
  );
}
