import { useEffect } from "react";
import { href, useRevalidator } from "react-router";
import { usePageVisible } from "#app/platform/ui/use-page-visible.ts";

/**
 * Marks the notifications that lead to `link` as read once the page is visible; prefetching or loading in a background
 * tab does not count. Not sent by the router, which would load the code of that address first and reload the page without
 * it.
 */
export function useNotificationsSeen(link: string, unread: number): void {
  const { revalidate } = useRevalidator();
  const isPageVisible = usePageVisible();
  useEffect(() => {
    if (unread === 0 || !isPageVisible) return;
    const body = new URLSearchParams({ link });
    fetch(href("/alerts/seen"), { method: "POST", body, keepalive: true }).then(
      ({ status }) => {
        // Counts in the header.
        if (status === 204) void revalidate();
      },
      // The next visit marks them.
      () => undefined,
    );
  }, [link, unread, isPageVisible, revalidate]);
}
