import { randomUUID } from "node:crypto";
import { query } from "#tests/databases.ts";
import { storeSiteSettings } from "#tests/site-settings.ts";
import { signIn } from "./people.ts";

const sku = "KILLED-TEST";
const pieces = 100_000;

export interface Buyer {
  cookie: string;
  email: string;
  /** Own number, since orders to one number are placed one after the other. */
  phone: string;
}

/** Creates a product with ample stock and signs its buyers in. */
export async function openShop(
  appUrl: string,
  databaseUrl: string,
  emails: string[],
  password?: string,
): Promise<Buyer[]> {
  // A few accounts place many orders.
  await storeSiteSettings(databaseUrl, { orders: { openPieces: pieces, openValue: 1_000_000 } });
  await query(
    databaseUrl,
    `with made as (
       insert into products (id, sku, name_en, name_ar, description_en, description_ar, category, price_cents, stock)
       values (gen_random_uuid(), '${sku}', 'Bell', 'جرس', 'It rings.', 'يرن.', 'accessories', 500, ${pieces}) returning id)
     insert into stock_movements (id, product_id, change, reason) select gen_random_uuid(), id, ${pieces}, 'opening' from made`,
  );
  return Promise.all(
    emails.map(async (email, at) => ({
      email,
      cookie: await signIn(appUrl, email, password),
      phone: `+20100123${4567 + at}`,
    })),
  );
}

/**
 * Submits the checkout with one item in the buyer's cart. Returns the order's number, or an empty string if no order
 * was placed.
 */
export async function buy(
  appUrl: string,
  databaseUrl: string,
  buyer: Buyer,
  key: string = randomUUID(),
): Promise<string> {
  await query(
    databaseUrl,
    `insert into cart_lines (id, user_id, product_id, attributes, attributes_key, quantity, seen_cents, added_at)
       select gen_random_uuid(), u.id, p.id, '{}', '[]', 1, 500, now() from users u, products p
       where u.email = '${buyer.email}' and p.sku = '${sku}' on conflict do nothing`,
  );
  const answer = await fetch(`${appUrl}/checkout`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: buyer.cookie, "sec-fetch-site": "same-origin", origin: appUrl },
    body: new URLSearchParams({
      key,
      fullName: "Mona Nassar",
      phone: buyer.phone,
      country: "EG",
      governorate: "giza",
      city: "Dokki",
      address: "12 Tahrir Street",
      shipping: "standard",
    }),
  });
  await answer.arrayBuffer();
  return /AL-\d\d-[0-9A-Z]{6}$/.exec(answer.headers.get("location") ?? "")?.[0] ?? "";
}

/**
 * Returns the stock, the sum of its movements, and the opening stock minus what was ordered; all three should be equal.
 */
export async function stockState(databaseUrl: string): Promise<{ stock: number; moved: number; unsold: number }> {
  const { rows } = await query(
    databaseUrl,
    `select p.stock, (select sum(change)::int from stock_movements m where m.product_id = p.id) as moved,
       ${pieces} - (select coalesce(sum(quantity), 0)::int from store_order_lines i where i.product_id = p.id) as unsold
     from products p where p.sku = '${sku}'`,
  );
  return rows[0];
}
