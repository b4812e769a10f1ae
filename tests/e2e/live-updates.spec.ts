import { expect, open, test } from "./fixtures.ts";

declare global {
  interface Window {
    tellNews(): void;
    /** If true, the next refresh is interrupted by a live event. */
    interrupt: boolean;
  }
}

test("a live event that arrives during a refresh causes another refresh", async ({ page, newMember, signIn }) => {
  await page.addInitScript(() => {
    const pauseBeforeRefresh = 150;
    const Channel = window.BroadcastChannel;
    window.BroadcastChannel = class extends Channel {
      constructor(name: string) {
        super(name);
        // The page has another channel, through which tabs share who is signed in.
        if (name === "aleef-live")
          window.tellNews = () => this.onmessage?.(new MessageEvent("message", { data: { type: "change" } }));
      }
    };
    const later = window.setTimeout;
    Object.assign(window, {
      interrupt: false,
      setTimeout: (work: () => void, pause?: number, ...rest: unknown[]) =>
        later(
          () => {
            work();
            if (pause !== pauseBeforeRefresh || !window.interrupt) return;
            window.interrupt = false;
            window.tellNews();
          },
          pause,
          ...rest,
        ),
    });
  });
  // A new account, because events of the demo owner would refresh the page too.
  const { email, password } = await newMember();
  await signIn(page, email, password);
  await open(page, "/dashboard");
  await page.waitForFunction(() => "tellNews" in window);
  const refreshes: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/dashboard.data")) refreshes.push(request.url());
  });
  await page.evaluate(() => {
    window.interrupt = true;
    window.tellNews();
  });
  await expect.poll(() => refreshes.length).toBe(2);
});
