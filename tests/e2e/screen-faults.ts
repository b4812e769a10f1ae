/** Runs in the page. Returns the main buttons that are in view together: filled in the colour of a page's one act. */
export function listMainButtons(): string[] {
  const probe = document.body.appendChild(document.createElement("i"));
  const transparent = getComputedStyle(probe).backgroundColor;
  const colours = ["sun", "brand"]
    .map((name) => {
      probe.style.backgroundColor = `var(--color-${name})`;
      return getComputedStyle(probe).backgroundColor;
    })
    // The finder's page has no colours of these names.
    .filter((colour) => colour !== transparent);
  probe.remove();
  const isInView = (one: Element) => {
    const { top, bottom, width } = one.getBoundingClientRect();
    return width >= 24 && bottom > 0 && top < innerHeight;
  };
  return [...document.querySelectorAll<HTMLElement>("a, button, summary, label")]
    .filter((one) => isInView(one) && one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => colours.includes(getComputedStyle(one).backgroundColor))
    .filter((one) => !one.closest("[aria-pressed], [aria-current], [aria-selected], nav, [inert]"))
    .filter((one) => !one.matches(".skip-link, :has(input:checked)"))
    .map((one) => (one.getAttribute("aria-label") || one.textContent || "?").trim());
}

/**
 * Runs in the page. Returns the bars that stay on the screen over the page's content, besides the header, navigation and
 * messages.
 */
export function listStickyBars(): string[] {
  const isStuck = (one: Element) => {
    const { position, top, bottom } = getComputedStyle(one);
    if (position === "fixed") return true;
    const box = one.getBoundingClientRect();
    const isAt = (edge: string, distance: number) =>
      edge !== "auto" && Math.abs(distance - Number.parseFloat(edge)) < 2;
    return position === "sticky" && (isAt(top, box.top) || isAt(bottom, innerHeight - box.bottom));
  };
  const isBar = (one: Element) => {
    const { top, bottom, width, height } = one.getBoundingClientRect();
    return width >= innerWidth / 2 && height >= 20 && bottom > 0 && top < innerHeight;
  };
  return [...document.querySelectorAll<HTMLElement>("body *")]
    .filter((one) => isStuck(one) && isBar(one))
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => !one.closest("nav, dialog, [data-sonner-toaster], [role=status], header"))
    .filter((one) => !one.matches(".skip-link"))
    .map((one) => (one.textContent ?? "").trim());
}

/**
 * Runs in the page. Returns the texts that lie on another one, and those that a box cuts without an ellipsis or a way to
 * scroll.
 */
export function listCoveredTexts(): string[] {
  const ignored =
    "script, style, noscript, svg, option, iframe, .leaflet-container, [data-sonner-toaster], dialog:not([open])";
  const faults = new Set<string>();
  const lines: { text: string; node: Node; left: number; right: number; top: number; bottom: number }[] = [];
  const findAbove = (one: Element, isIt: (style: CSSStyleDeclaration) => boolean) => {
    for (let above: Element | null = one; above && above !== document.body; above = above.parentElement)
      if (isIt(getComputedStyle(above))) return above;
    return null;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement as HTMLElement;
    const text = node.textContent?.trim().slice(0, 40) ?? "";
    // A dot between two facts is hidden at the end of a line.
    if (text.length < 2 || one.closest(ignored)) continue;
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    // Bars and open menus lie over the page on purpose.
    if (findAbove(one, ({ position }) => position === "fixed" || position === "sticky")) continue;
    const menu = one.closest("details[open] > :not(summary)");
    if (menu && getComputedStyle(menu).position === "absolute") continue;
    const clip = findAbove(one, ({ overflow, clipPath }) => overflow !== "visible" || clipPath !== "none");
    const box = clip?.getBoundingClientRect();
    if (box && (box.width < 2 || box.height < 2)) continue;
    const style = clip && getComputedStyle(clip);
    const isTruncated =
      style &&
      (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none" || /auto|scroll/.test(style.overflow));
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom, width, height } of range.getClientRects()) {
      if (width < 2 || height < 2) continue;
      if (
        box &&
        !isTruncated &&
        (bottom > box.bottom + 4 || top < box.top - 4 || left < box.left - 2 || right > box.right + 2)
      )
        faults.add(`"${text}" is cut`);
      if (box && (bottom > box.bottom + 1 || top < box.top - 1 || left > box.right || right < box.left)) continue;
      const inset = height / 5;
      lines.push({
        text,
        node,
        left: Math.max(left, box?.left ?? left),
        right: Math.min(right, box?.right ?? right),
        top: top + inset,
        bottom: bottom - inset,
      });
    }
  }
  for (const [index, one] of lines.entries())
    for (const other of lines.slice(index + 1)) {
      const x = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const y = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (x > 3 && y > 2 && one.node !== other.node) faults.add(`"${one.text}" lies on "${other.text}"`);
    }
  return [...faults].slice(0, 6);
}
