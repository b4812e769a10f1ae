// Inline script of every page, directly after the page's scripts, which are text until then (`deferred-scripts.tsx`): the ones
// that only keep data run at once; the app starts when all that is visible has loaded, or earlier at the first press.
const holder = document.currentScript?.previousElementSibling as HTMLElement;
const range = document.createRange();
range.selectNode(holder);
const { content } = range.createContextualFragment(holder.textContent).firstElementChild as HTMLTemplateElement;
const isDeferred = (element: Element) =>
  element instanceof HTMLLinkElement || element.getAttribute("type") === "module";
const all = [...document.importNode(content, true).children];
const deferred = all.filter(isDeferred);
const presses = ["pointerdown", "keydown"];

/** Whether this browser keeps anything of this site, which only the app stores: then it has the app's files too. */
function hasStoredData(): boolean {
  try {
    return localStorage.length > 0;
  } catch {
    return false;
  }
}

function start(): void {
  for (const type of presses) removeEventListener(type, start, true);
  document.head.append(...deferred.splice(0));
}

document.head.append(...all.filter((element) => !isDeferred(element)));
if (!("static" in holder.dataset) || hasStoredData()) {
  for (const type of presses) addEventListener(type, start, true);
  // In the frame after the one that shows the last picture.
  addEventListener("load", () => requestAnimationFrame(() => setTimeout(start)));
  // A picture may hang, and a tab in the background has no frames.
  setTimeout(start, 3_000);
} else {
  // The person may have logged in or chosen another language since.
  addEventListener("pageshow", (event: PageTransitionEvent) => event.persisted && location.reload());
}
