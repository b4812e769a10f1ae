import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, useMatches, useRouteError } from "react-router";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";

const missing = "common.notFound.title";
const failed = "common.error.title";

const isMissing = (error: unknown) => isRouteErrorResponse(error) && (error.status === 404 || error.status === 410);

/**
 * Returns the title of the deepest route: a translation key in its `handle`, or the result of its `titleOf` for the
 * loaded data. Where the error page replaces the whole page, the title is the error's.
 */
export function usePageTitle(): string {
  const { t, i18n } = useTranslation();
  const titles = useMatches().map(({ handle, loaderData }) => {
    const { title: fixed, titleKeyOf, titleOf } = (handle ?? {}) as PageHandle;
    const title = titleKeyOf && loaderData ? titleKeyOf(loaderData as never) : fixed;
    // Without loader data (the loader failed) there is nothing to name.
    return (loaderData && titleOf?.(loaderData as never, i18n.language === "ar" ? "ar" : "en")) || (title && t(title));
  });
  const error = useRouteError();
  const title = !error ? titles.findLast(Boolean) : t(isMissing(error) ? missing : failed);
  const name = t("shell.name");
  return title ? `${title} · ${name}` : `${name} · ${t("shell.tagline")}`;
}
