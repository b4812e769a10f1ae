/** Rectangle on the map, in pixels from its upper left corner. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** How far a name may stand above or below its place, in pixels, the nearest first. */
const steps = [0, 9, -9, 18, -18, 27, -27];

/** Returns the shift, in pixels, that takes a name off the markers: down, up or to the other side; null if none does. */
export function findFreeSpot(box: Box, markers: readonly Box[]): { x: number; y: number } | null {
  for (const x of [0, box.left - box.right])
    for (const y of steps) {
      const { left, right, top, bottom } = box;
      const moved = { left: left + x, right: right + x, top: top + y, bottom: bottom + y };
      if (!markers.some((marker) => overlap(moved, marker))) return { x, y };
    }
  return null;
}
