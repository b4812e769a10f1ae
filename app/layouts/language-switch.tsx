import Languages from "lucide-react/icons/languages";
import { href, useFetcher, useLocation, useMatches } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { directionOf, otherLanguage } from "#app/platform/i18n/language.ts";
import { storeLanguage } from "#app/platform/i18n/store-language.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { holdWhileOffline } from "#app/platform/ui/connection/unsent-form.ts";
import { loadNamespaces, namespacesOf } from "../locales/load-namespaces.ts";

/**
 * Link to the other language, written in that language. Changes the page immediately, or by a regular form post without
 * JavaScript.
 */
export function LanguageSwitch({ className }: { className?: string }) {
  const t = useT();
  const fetcher = useFetcher({ key: "language" });
  const here = useLocation();
  const other = otherLanguage(useViewer().language);
  const namespaces = namespacesOf(useMatches().map(({ handle }) => handle));
  // Preloads the other language's translations before the page switches to it.
  const preload = () => void loadNamespaces(namespaces, other).catch(() => undefined);
  return (
    <fetcher.Form
      method="post"
      action={href("/language")}
      preventScrollReset
      onSubmit={(event) => holdWhileOffline(event) || storeLanguage(other)}
      onPointerEnter={preload}
      onFocus={preload}
      className={className}
    >
      <input type="hidden" name="to" value={here.pathname + here.search} />
      <Button
        type="submit"
        name="language"
        value={other}
        variant="quiet"
        size="sm"
        lang={other}
        dir={directionOf(other)}
        pending={fetcher.state !== "idle"}
        icon={<Languages aria-hidden />}
      >
        {t(`common.languages.${other}`)}
      </Button>
    </fetcher.Form>
  );
}
