import { petTypes } from "#app/features/pets/pets.rules.ts";
import { foldDigits } from "#app/platform/i18n/digits.rules.ts";
import { asLine } from "#app/platform/i18n/plain-text.ts";
import { cellOf, isRealPlace, reportKinds } from "../reports.rules.ts";
import { findPlace } from "./gazetteer.ts";
import { distances, type ReportQuery, sorts } from "./report-query.rules.ts";

const oneOf = <Value extends string>(values: readonly Value[], given: string | null): Value | null =>
  values.find((value) => value === given) ?? null;

function readPosition(query: URLSearchParams, place: string): ReportQuery["near"] {
  const [latitude = Number.NaN, longitude = Number.NaN] = foldDigits(query.get("near") ?? "")
    .split(",")
    .map(Number);
  if (query.get("near") && isRealPlace(latitude, longitude))
    return { latitude: cellOf(latitude) / 100, longitude: cellOf(longitude) / 100 };
  return place ? findPlace(place) : null;
}

/** Parses the board's query string. Ignores unknown values. */
export function readQuery(query: URLSearchParams): ReportQuery {
  const text = asLine((query.get("q") ?? "").slice(0, 200));
  const place = asLine((query.get("place") ?? "").slice(0, 100));
  const near = readPosition(query, place);
  const defaultSort = text ? "best" : near ? "nearest" : "newest";
  const requestedSort = oneOf(sorts, query.get("sort")) ?? defaultSort;
  const isPossible = (requestedSort !== "nearest" || near) && (requestedSort !== "best" || text);
  return {
    text,
    kind: oneOf(reportKinds, query.get("kind")),
    type: oneOf(petTypes, query.get("type")),
    isResolved: query.get("status") === "resolved",
    near,
    place,
    kilometres: distances.find((distance) => String(distance) === query.get("km")) ?? 10,
    sort: isPossible ? requestedSort : defaultSort,
    view: query.get("view") === "map" ? "map" : "list",
    after: query.get("after"),
  };
}
