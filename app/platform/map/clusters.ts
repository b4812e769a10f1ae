/** A point on the screen, in pixels. */
interface Pixel {
  x: number;
  y: number;
}

/**
 * Groups what would overlap: each item joins the first group whose first item is nearer than `distance` pixels. Items
 * keep their order, and so do groups.
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
