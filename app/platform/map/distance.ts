/** Returns the distance between two points in kilometres (haversine). */
export function kilometresBetween(
  one: { latitude: number; longitude: number },
  other: { latitude: number; longitude: number },
): number {
  const radians = Math.PI / 180;
  const half = (a: number, b: number) => Math.sin(((b - a) * radians) / 2) ** 2;
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(one.latitude * radians) * Math.cos(other.latitude * radians) * half(one.longitude, other.longitude);
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(chord)));
}
