import { useEffect, useState } from "react";
import { href } from "react-router";
import { codeKey } from "#app/features/tags/tag-code.rules.ts";
import { type CodeState, checkParcels, codesField, readTypedCodes, trackingField } from "./parcels.rules.ts";
import type { ParcelView } from "./ship-orders.server.ts";

/** Milliseconds without typing after which codes are looked up. */
const pauseMs = 200;

/** What the form sent before it was refused. */
export interface SentFields {
  tracking?: Record<string, string>;
  codes?: Record<string, string>;
  pasted?: string;
}

/**
 * Keeps what is typed for parcels, by field name, and checks it; tag codes are looked up on the server. Without a
 * connection they count as free, and the server decides when the parcels are shipped.
 */
export function useParcels(parcels: readonly ParcelView[], sent: SentFields | undefined) {
  const [edited, setTyped] = useState<Record<string, string>>({});
  const initial = parcels.flatMap(({ id, trackingNumber, lines }) => [
    [trackingField(id), sent?.tracking?.[id] ?? trackingNumber ?? ""],
    ...lines.map((line) => [codesField(line.id), sent?.codes?.[line.id] ?? ""]),
  ]);
  const typed: Record<string, string> = { ...Object.fromEntries(initial), ...edited };
  const [states, setStates] = useState<Record<string, CodeState>>({});
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const lines = parcels.flatMap((parcel) => parcel.lines);
  const keys = lines.flatMap(({ id }) => readTypedCodes(typed[codesField(id)] ?? "").map(codeKey));
  const waiting = [...new Set(keys)].filter((key) => key && !states[key]).join(" ");
  useEffect(() => {
    if (!waiting) return;
    const left = new AbortController();
    const timer = setTimeout(async () => {
      const codes = waiting.split(" ");
      const found = await lookUp(codes, left.signal).catch(() => toFree(codes));
      if (!left.signal.aborted) setStates((before) => ({ ...before, ...found }));
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [waiting]);
  return { typed, setTyped, checked: checkParcels(parcels, typed, states), isLive };
}

const toFree = (codes: readonly string[]): Record<string, CodeState> =>
  Object.fromEntries(codes.map((code) => [code, "free"]));

async function lookUp(codes: readonly string[], signal: AbortSignal): Promise<Record<string, CodeState>> {
  const answer = await fetch(href("/admin/orders/ship/codes"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ codes }),
    signal,
  });
  if (!answer.ok) throw new Error(`codes: ${answer.status}`);
  return answer.json();
}
