/** A node of a plan from `explain (format json)`. */
export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: PlanNode[];
}

/** Returns where a plan reads a whole table or index; empty if it only looks up rows. Ignores tables in `small`. */
export function wholeReads(node: PlanNode, small: ReadonlySet<string>, isCut = false, table?: string): string[] {
  const type = node["Node Type"];
  const name = node["Relation Name"] ?? table;
  const children = node.Plans ?? [];
  // A limit stops reading early, unless all rows are needed before the first one can be returned.
  const stillCut = type === "Limit" || (isCut && !/^(Sort|Aggregate|Hash|HashAggregate|Materialize)$/.test(type));
  const below = children.flatMap((child) =>
    wholeReads(child, small, stillCut, type === "Bitmap Heap Scan" ? name : undefined),
  );
  // Reads of the system catalogue depend on the other databases of the server.
  if (!name || small.has(name) || name.startsWith("pg_")) return below;
  if (type === "Seq Scan") return [`reads all of ${name}`, ...below];
  const isWhole = /^(Index Scan|Index Only Scan|Bitmap Index Scan)$/.test(type) && !node["Index Cond"] && !isCut;
  return isWhole ? [`reads all of index ${node["Index Name"]} of ${name}`, ...below] : below;
}
