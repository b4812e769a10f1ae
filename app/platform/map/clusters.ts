/** A point on the screen, in pixels. */
interface Pixel {
  x: number;
  y: number;
}

/**
 * Groups items that would overlap: each item joins the first group whose first item is closer than `distance` pixels.
 * The order of items and groups is kept.
 */
export function clusterPoints<Item>(
  items: readonly Item[],
  pixelOf: (item: Item) => Pixel,
  distance: number,
): Item[][] {
  const groups: { at: Pixel; items: Item[] }[] = [];
  for (const item of items) {
    const at = pixelOf(item);
    const near = groups.find((group) => Math.hypot(group.at.x - at.x, group.at.y - at.y) < distance);
    if (near) near.items.push(item);
    else groups.push({ at, items: [item] });
  }
  return groups.map((group) => group.items);
}
