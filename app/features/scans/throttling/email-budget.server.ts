import { type SQL, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Db } from "#app/platform/db/connection/database.server.ts";
import { buildJsonRows, toJsonRows } from "#app/platform/db/json-rows.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { isWithinLimit } from "#app/platform/limits/limits.server.ts";
import {
  budgetSpan,
  type EventClass,
  type EventCounts,
  isBudgeted,
  maxPerPet,
  maySend,
  otherNetworks,
} from "../email-budget.rules.ts";
import { notifiesOwner } from "../scans.rules.ts";
import { emailBudgets, type scanRecords } from "../scans.tables.server.ts";

/** Fields of a scan that determine its budget. */
export type BudgetedScan = Pick<
  typeof scanRecords.$inferSelect,
  "id" | "tagId" | "petId" | "ownerId" | "evidence" | "ip"
> &
  Partial<Pick<typeof scanRecords.$inferSelect, "os" | "browser">>;

/** Events of one class for one pet, or tag without a pet. */
export interface BudgetGroup {
  subjectId: string;
  ownerId: string;
  petId: string | null;
  tagId: string | null;
  events: { id: string; network: string }[];
}

/** Returns the kind of device of a scan, as far as it is known. */
export function describeDevice({ os, browser }: Pick<BudgetedScan, "os" | "browser">): string {
  return `${os ?? ""} ${browser ?? ""}`.slice(0, 80);
}

/**
 * Returns the key by which events are counted. Messages are counted by network and device, since an abuser and a real
 * finder may share a mobile operator's IP address.
 */
function sourceOf(kind: EventClass, scan: BudgetedScan): string {
  const network = getNetwork(scan.ip ?? "");
  return kind === "messages" ? `${network} ${describeDevice(scan)}`.slice(0, 100) : network;
}

/**
 * First messages of a network and device about a pet, which no flood may silence: they are sent beyond every budget.
 * The devices of one network share a second limit, since anybody can invent devices.
 */
const firstMessages = {
  ofSource: { name: "first-messages", points: 3, span: 86_400 },
  ofNetwork: { name: "first-messages-network", points: 12, span: 900 },
};

function groupsOf(kind: EventClass, scans: BudgetedScan[]): BudgetGroup[] {
  const groups = new Map<string, BudgetGroup>();
  for (const scan of scans) {
    const { id, tagId, petId, ownerId, evidence } = scan;
    const subjectId = petId ?? tagId;
    if (!subjectId || !ownerId || !notifiesOwner(evidence) || !isBudgeted(evidence)) continue;
    const key = `${subjectId} ${ownerId}`;
    const group = groups.get(key) ?? { subjectId, ownerId, petId, tagId, events: [] };
    group.events.push({ id, network: sourceOf(kind, scan) });
    groups.set(key, group);
  }
  // Fixed order, to avoid deadlocks.
  return [...groups.entries()].sort(([a], [b]) => a.localeCompare(b)).map(([, group]) => group);
}

function countOf(events: BudgetGroup["events"]): EventCounts {
  const counts: EventCounts = {};
  for (const { network } of events) counts[network] = (counts[network] ?? 0) + 1;
  return counts;
}

/** SQL that adds the new counts to the stored ones. With very many networks, only stores that there are more. */
function sumCounts(column: EventClass): SQL {
  const [kept, more] = [sql`email_budgets.${sql.identifier(column)}`, sql`excluded.${sql.identifier(column)}`];
  return sql`case
    when ${more} = '{}'::jsonb then ${kept}
    when (select count(*) from jsonb_object_keys(${kept})) >= ${maxPerPet}
      then ${kept} || ${sql.param(JSON.stringify({ [otherNetworks]: 1 }))}::jsonb
    else (select jsonb_object_agg(network, times) from (
      select network, sum(times::int) as times from (
        select * from jsonb_each_text(${kept}) union all select * from jsonb_each_text(${more})
      ) as each(network, times) group by network) as summed) end`;
}

/**
 * Returns the statement that counts events atomically. A window that has ended and has nothing to report starts anew.
 * `db` may include another statement to run in the same query (`db.with`).
 */
export function countEvents(db: Pick<Db, "insert">, kind: EventClass) {
  const isOver = sql`email_budgets.began_at <= ${sql.placeholder("endedBefore")}::timestamptz and email_budgets.held = 0 and email_budgets.notified_at is null`;
  const counted = (column: EventClass) =>
    sql`case when ${isOver} then excluded.${sql.identifier(column)} else ${sumCounts(column)} end`;
  return db
    .insert(emailBudgets)
    .select(buildJsonRows(emailBudgets, sql.placeholder("budgets")))
    .onConflictDoUpdate({
      target: [emailBudgets.subjectId, emailBudgets.ownerId],
      set: {
        tagId: sql`excluded.tag_id`,
        beganAt: sql`case when ${isOver} then excluded.began_at else email_budgets.began_at end`,
        scans: counted("scans"),
        messages: counted("messages"),
      },
    })
    .returning({ subjectId: emailBudgets.subjectId, ownerId: emailBudgets.ownerId, counts: emailBudgets[kind] });
}

/** Returns the values of `countEvents`. */
export function buildBudgets(kind: EventClass, groups: BudgetGroup[], at: Date) {
  const budgets = groups.map(({ events, ...subject }) => ({
    ...subject,
    beganAt: at,
    scans: kind === "scans" ? countOf(events) : {},
    messages: kind === "messages" ? countOf(events) : {},
  }));
  return {
    budgets: toJsonRows(emailBudgets, budgets),
    endedBefore: new Date(at.getTime() - budgetSpan).toISOString(),
  };
}

/** The counts of a pet's window that `countEvents` returns. */
interface Counted {
  subjectId: string;
  ownerId: string;
  counts: EventCounts;
}

/**
 * Returns the ids of counted events that are over budget and not notified individually; a summary covers them
 * (`notify-floods.server.ts`).
 */
export async function suppressOverBudget(
  tx: AppContext,
  groups: BudgetGroup[],
  counted: Counted[],
  isExempt: () => Promise<boolean> = async () => false,
): Promise<Set<string>> {
  const countsOf = new Map(counted.map((one) => [`${one.subjectId} ${one.ownerId}`, one.counts]));
  const held = groups.flatMap(({ subjectId, ownerId, events }) => {
    const counts = countsOf.get(`${subjectId} ${ownerId}`) ?? {};
    const allowed = maySend(
      counts,
      events.map(({ network }) => network),
    );
    const ids = events.flatMap(({ id }, place) => (allowed[place] ? [] : [id]));
    return ids.length > 0 ? [{ subjectId, ownerId, ids }] : [];
  });
  if (held.length === 0 || (await isExempt())) return new Set();
  await tx.db.execute(sql`
      update email_budgets set held = email_budgets.held + more.held
        from unnest(${sql.param(held.map(({ subjectId }) => subjectId))}::uuid[], ${sql.param(held.map(({ ownerId }) => ownerId))}::uuid[],
                    ${sql.param(held.map(({ ids }) => ids.length))}::int[]) as more(subject_id, owner_id, held)
       where email_budgets.subject_id = more.subject_id and email_budgets.owner_id = more.owner_id`);
  return new Set(held.flatMap(({ ids }) => ids));
}

/** Groups the scans that count by the pet, or tag without a pet, whose budget they use. */
export function listBudgetGroups(scans: BudgetedScan[]): BudgetGroup[] {
  return groupsOf("scans", scans);
}

const countOne = {
  scans: createPreparedQuery((db) => countEvents(db, "scans")),
  messages: createPreparedQuery((db) => countEvents(db, "messages")),
};

/**
 * Counts a scan confirmed as a person's only now, or a finder's message. Returns true if no e-mail or push may be sent
 * for it; never for the first messages of a network and device that were not seen for this pet.
 */
export async function isOverBudget(tx: AppContext, kind: EventClass, scan: BudgetedScan): Promise<boolean> {
  const groups = groupsOf(kind, [{ ...scan, evidence: "human" }]);
  const [group] = groups;
  if (!group) return false;
  const isFirst =
    kind === "messages" &&
    (await isWithinLimit(tx.limits, firstMessages.ofSource, `${group.subjectId} ${sourceOf(kind, scan)}`));
  const counted = await countOne[kind](tx.db).execute(buildBudgets(kind, groups, tx.clock.now()));
  const held = await suppressOverBudget(tx, groups, counted, async () => {
    const network = `${group.subjectId} ${getNetwork(scan.ip ?? "")}`;
    return isFirst && isWithinLimit(tx.limits, firstMessages.ofNetwork, network);
  });
  return held.has(scan.id);
}
