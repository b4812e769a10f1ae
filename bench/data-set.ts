import { createMonths, getMonthStart } from "#app/features/scans/recording/scan-months.server.ts";
import { Clock } from "#app/platform/app-context.server.ts";
import { openDatabase } from "#app/platform/db/connection/database.server.ts";
import { query } from "#tests/databases.ts";
import type { BenchDatabase } from "./database.ts";

/** Returns the row counts of a data set. A factor of 100 yields a million tags and, by default, ten million scans. */
export function sizesOf(times: number, scans = times * 100_000) {
  const [users, pets, tags] = [times * 1_000, times * 2_000, times * 10_000];
  return { users, pets, tags, scans, orders: users, notifications: 3 * users, changes: 2 * users };
}

export type DataSetSizes = ReturnType<typeof sizesOf>;

/** Number of the user with a hundredth of all scans, on one tag of one pet, such as a shelter. */
export const shelterNumber = 1;

const people = `(array['Mona','Karim','فاطمة','أحمد','Salma','يوسف','Nour','مريم'])[1 + n % 8]`;
const families = `(array['Nassar','Adel','الزهراء','القاضي','Fikry','حسن','Samir','عبد الله'])[1 + n / 8 % 8]`;
const animals = `(array['Rocky','لونا','Simba','بسبوسة','Max','مشمش','Bella','لولو'])[1 + n % 8]`;

/** Derives ids from row numbers, so that rows can refer to each other without a lookup. */
const id = (kind: number, n: string) =>
  `(lpad(to_hex(1700000000000 + ${n}), 12, '0') || '7000800${kind}' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Number of days over which scans are spread. */
const scanDays = 200;

const fill = ({ users, pets, tags, scans, orders, notifications, changes }: DataSetSizes) => `
  insert into users (id, email, email_verified, name, first_name, last_name, phone, role, suspended_at, created_at)
    select ${id(1, "n")}, 'person' || n || '@example.com', n % 200 <> 1, ${people} || ' ' || ${families}, ${people}, ${families},
      '+2010' || lpad(n::text, 8, '0'), case when n % 20000 = 3 then 'admin' else 'user' end,
      case when n % 500 = 2 then now() end, now() - (1 - n / ${users}.0) * interval '700 days'
    from generate_series(1, ${users}) n;
  insert into plan_periods (id, user_id, plan, starts_at, ends_at, month_day)
    select gen_random_uuid(), ${id(1, "n")}, case when n % 30 = 0 then 'rescue-plus' else 'comfort' end,
      now() - interval '20 days', now() + n % 300 * interval '1 day' + interval '1 day', 1
    from generate_series(1, ${users}) n where n % 10 = 0;
  insert into pets (id, owner_id, name, type, breed, color, shown, created_at, removed_at)
    select ${id(2, "n")}, ${id(1, `1 + n % ${users}`)}, ${animals}, (array['dog','cat','bird','other'])[1 + n % 4],
      'Breed ' || n % 300, 'brown', '{}', now() - (1 - n / ${pets}.0) * interval '700 days',
      case when n % 100 = 7 then now() - interval '3 days' end
    from generate_series(1, ${pets}) n;
  insert into pet_lost (pet_id, since) select ${id(2, "n")}, now() from generate_series(1, ${pets}) n where n % 1000 = 0;
  insert into tag_batches (id, name, created_at)
    select gen_random_uuid(), 'Batch ' || n, now() - n * interval '1 day' from generate_series(0, 499) n;
  insert into tags (id, code, code_key, code_kind, status, owner_id, pet_id, batch, claimed_at, linked_at, created_at)
    select ${id(3, "n")}, code, code, 'generated', case when n % 900 = 5 then 'inactive' else 'active' end,
      case when n % 4 = 0 then ${id(1, `1 + n / 4 % ${users}`)} end,
      case when n % 8 = 0 then ${id(2, `1 + n / 8 % ${pets}`)} end,
      'Batch ' || n / 2000, case when n % 4 = 0 then now() end, case when n % 8 = 0 then now() end,
      now() - (1 - n / ${tags}.0) * interval '700 days'
    from (select n, upper(substr(md5(n::text), 1, 12)) as code from generate_series(0, ${tags} - 1) n) drawn;
  insert into scan_records (id, tag_id, owner_id, pet_id, at, evidence, reasons, visit, medium, language)
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008004' || lpad(to_hex(n), 12, '0'))::uuid,
      case when isOfShelter then ${id(3, "0")} else ${id(3, `n * 4 % ${tags}`)} end,
      case when isOfShelter then ${id(1, `${shelterNumber}`)} else ${id(1, `1 + (1 + n % ${pets}) % ${users}`)} end,
      case when isOfShelter then ${id(2, `${users}`)} else ${id(2, `1 + n % ${pets}`)} end, at,
      (array['human','verified-tap','human','reopened','preview','unconfirmed'])[1 + n % 6], '{}', gen_random_uuid(), 'qr', 'en'
    from (select n, n % 100 = 0 as isOfShelter, now() - (1 - n / ${scans}.0) * interval '${scanDays} days' as at
      from generate_series(1, ${scans}) n) drawn;
  insert into notifications (id, user_id, kind, params, link, topic, created_at)
    select ${id(5, "n")}, ${id(1, `1 + n % ${users}`)}, (array['scan','found','order','message'])[1 + n % 4], '{}', '/',
      n::text, now() - (1 - n / ${notifications}.0) * interval '200 days'
    from generate_series(1, ${notifications}) n;
  insert into notification_deliveries (notification_id, channel, state, updated_at)
    select a.id, channel, 'delivered', a.created_at + random() * interval '9 seconds'
    from notifications a, unnest(array['email', 'push']) channel;
  insert into store_orders (id, number, user_id, idempotency_key, status, payment, language, email, full_name, phone, country,
      shipping, subtotal_cents, shipping_cents, total_cents, collected_cents, collected_at, arrives_from, arrives_to, placed_at, updated_at)
    select ${id(6, "n")}, 'AL-26-' || lpad(n::text, 6, '0'), ${id(1, `1 + n % ${users}`)}, gen_random_uuid(), status,
      case when isPaid then 'collected' else 'unpaid' end, 'en', 'person' || n || '@example.com', ${people} || ' ' || ${families},
      '+2010' || lpad(n::text, 8, '0'), 'EG', 'standard', 1499, 500, 1999, case when isPaid then 1999 else 0 end,
      case when isPaid then placed end, current_date, current_date, placed, placed
    from (select n, status, status = 'delivered' and n % 50 <> 0 as isPaid,
        now() - (1 - n / ${orders}.0) * interval '400 days' as placed
      from (select n, case when n % 300 = 0 then 'pending' when n % 40 = 1 then 'cancelled' when n > ${orders} - 300 then 'shipped'
        else 'delivered' end as status from generate_series(1, ${orders}) n) stood) drawn;
  insert into products (id, sku, name_en, name_ar, description_en, description_ar, category, price_cents)
    values (${id(7, "0")}, 'TAG-1', 'Classic tag', 'البطاقة الكلاسيكية', '', '', 'tags', 1499);
  insert into store_order_lines (id, order_id, product_id, sku, name_en, name_ar, attributes, price_cents, quantity)
    select gen_random_uuid(), ${id(6, "n")}, ${id(7, "0")}, 'TAG-1', 'Classic tag', 'البطاقة الكلاسيكية', '{}', 1499, 1 from generate_series(1, ${orders}) n;
  insert into subscription_requests (id, user_id, full_name, email, current_plan, plan, months, price_cents, payment_method, reference,
      reference_key, status, asked_at, closed_at, starts_at, ends_at)
    select gen_random_uuid(), ${id(1, "n")}, ${people} || ' ' || ${families}, 'person' || n || '@example.com', 'basic', 'comfort', 1, 299,
      'instapay', 'REF' || n, 'REF' || n, case when n % 500 = 0 then 'pending' else 'approved' end, now() - interval '40 days',
      case when n % 500 <> 0 then now() - interval '39 days' end, case when n % 500 <> 0 then now() - interval '39 days' end,
      case when n % 500 <> 0 then now() - interval '9 days' end
    from generate_series(1, ${users}) n;
  insert into audit_log (id, at, action, subject_kind, subject_id, subject_name, actor_id, person_id)
    select gen_random_uuid(), now() - n * interval '5 minutes', case when n % 700 = 0 then 'user.suspend' else 'order.move' end,
      'order', ${id(6, `1 + n % ${orders}`)}::text, 'AL-26-' || lpad((1 + n % ${orders})::text, 6, '0'), ${id(1, "3")},
      ${id(1, `1 + n % ${users}`)}
    from generate_series(1, ${changes}) n;`;

/** Lists the indexes that can be dropped while rows are inserted. Partitions inherit those of their table. */
const removableIndexes = `select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
  where schemaname = 'public' and indexdef not like 'CREATE UNIQUE%' and tablename not like 'scan\\_records\\_%'`;

/**
 * Creates a database of the given size and returns its URL. Indexes are built after the inserts, which takes a minute
 * instead of an hour.
 */
export async function makeDataSet(database: BenchDatabase, name: string, sizes: DataSetSizes): Promise<string> {
  const url = await database.create(name);
  const { db, pool } = openDatabase(url, { max: 1 });
  const now = new Date();
  const back = Array.from({ length: Math.ceil(scanDays / 28) + 1 }, (_, months) => getMonthStart(now, -months));
  await createMonths({ db, ownerUrl: url, clock: new Clock(() => now) }, back);
  await pool.end();
  const indexes = (await query(url, removableIndexes)).rows as { name: string; definition: string }[];
  await query(url, indexes.map((index) => `drop index ${index.name};`).join(""));
  await query(url, `set session_replication_role = replica; set synchronous_commit = off; ${fill(sizes)}`);
  await query(url, `set maintenance_work_mem = '512MB'; ${indexes.map(({ definition }) => definition).join(";")}`);
  await query(url, "vacuum (analyze)");
  return url;
}
