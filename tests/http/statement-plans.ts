/** A node of what `explain (format json)` says. */
export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: PlanNode[];
}

/**
 * How a plan reads a table that is not `small`, or an index of it, from one end to the other; empty when it knows where to
 * look.
 */
export function wholeReads(node: PlanNode, small: ReadonlySet<string>, isCut = false, table?: string): string[] {
  const type = node["Node Type"];
  const name = node["Relation Name"] ?? table;
  const children = node.Plans ?? [];
  // A limit ends the reading early, unless everything must be there before the first row can leave.
  const stillCut = type === "Limit" || (isCut && !/^(Sort|Aggregate|Hash|HashAggregate|Materialize)$/.test(type));
  const below = children.flatMap((child) =>
    wholeReads(child, small, stillCut, type === "Bitmap Heap Scan" ? name : undefined),
  );
  // How the database reads its own catalogue depends on what else it serves.
  if (!name || small.has(name) || name.startsWith("pg_")) return below;
  if (type === "Seq Scan") return [`reads all of ${name}`, ...below];
  const isWhole = /^(Index Scan|Index Only Scan|Bitmap Index Scan)$/.test(type) && !node["Index Cond"] && !isCut;
  return isWhole ? [`reads all of index ${node["Index Name"]} of ${name}`, ...below] : below;
}
