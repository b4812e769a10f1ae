import type { ReactNode } from "react";

/** Frame of a conversation on the site's pages: it fills the screen below the header, so that the composer is in sight. */
export function ChatFrame({ children }: { children: ReactNode }) {
  return (
    <div className="wrap h-[calc(100dvh-4.125rem)] min-h-96 max-md:px-0 md:py-6">
      <div className="mx-auto flex h-full max-w-3xl flex-col gap-3">{children}</div>
    </div>
  );
}
