import { expect, open, test } from "./fixtures.ts";

declare global {
  interface Window {
    tellNews(): void;
    /** From now on the next refresh is interrupted by news. */
    interrupt: boolean;
  }
}

test("news that comes at the very moment a page refreshes itself refreshes it once more", async ({
  page,
  newMember,
  signIn,
}) => {
  await page.addInitScript(() => {
    const pauseBeforeRefresh = 150;
    const Channel = window.BroadcastChannel;
    window.BroadcastChannel = class extends Channel {
      constructor(name: string) {
        super(name);
        // The page has another one, by which tabs tell each other who is signed in.
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
  // Of the demo owner there is other news, which refreshes the page too.
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
