import { useEffect } from "react";
import { href, useFetcher } from "react-router";
import { usePageVisible } from "#app/platform/ui/use-page-visible.ts";

/**
 * Marks the notifications that lead to `link` as read once the page is visible; prefetching or loading in a background
 * tab does not count.
 */
export function useNotificationsSeen(link: string, unread: number): void {
  const { submit } = useFetcher();
  const isPageVisible = usePageVisible();
  useEffect(() => {
    if (unread > 0 && isPageVisible) void submit({ link }, { method: "post", action: href("/alerts/seen") });
  }, [link, unread, isPageVisible, submit]);
}
