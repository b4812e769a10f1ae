declare module "topojson-client" {
  import type { FeatureCollection, MultiPolygon } from "geojson";

  export function feature(topology: unknown, object: unknown): FeatureCollection<MultiPolygon>;
}
