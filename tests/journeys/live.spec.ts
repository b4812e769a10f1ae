import { expect, open, test } from "./fixtures.ts";

declare global {
  interface Window {
    tellNews(): void;
  }
}

test("news that comes at the very moment a page refreshes itself refreshes it once more", async ({ page, signIn }) => {
  await page.addInitScript(() => {
    const pauseBeforeRefresh = 150;
    const Channel = window.BroadcastChannel;
    window.BroadcastChannel = class extends Channel {
      constructor(name: string) {
        super(name);
        window.tellNews = () => this.onmessage?.(new MessageEvent("message", { data: { type: "change" } }));
      }
    };
    const later = window.setTimeout;
    let interrupted = false;
    Object.assign(window, {
      setTimeout: (work: () => void, pause?: number, ...rest: unknown[]) =>
        later(
          () => {
            work();
            if (pause !== pauseBeforeRefresh || interrupted) return;
            interrupted = true;
            window.tellNews();
          },
          pause,
          ...rest,
        ),
    });
  });
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard");
  await page.waitForFunction(() => "tellNews" in window);
  const refreshes: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/dashboard.data")) refreshes.push(request.url());
  });
  await page.evaluate(() => window.tellNews());
  await expect.poll(() => refreshes.length).toBe(2);
});
