import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import pg from "pg";

export const dynamic = "force-dynamic";

globalThis.pool ??= new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

/** The smallest page that does what a tag's page is for: finds the pet, records the scan, queues one message, shows the pet. */
export default async function TagPage({ params }) {
  const { code } = await params;
  const agent = (await headers()).get("user-agent");
  const { rows } = await globalThis.pool.query("select * from pets where code = $1", [code]);
  const [pet] = rows;
  if (!pet) notFound();
  const client = await globalThis.pool.connect();
  try {
    await client.query("begin");
    const scan = randomUUID();
    await client.query("insert into scans (id, code, at, agent) values ($1, $2, now(), $3)", [scan, code, agent]);
    await client.query("insert into messages (id, scan, owner) values ($1, $2, $3)", [randomUUID(), scan, pet.owner]);
    await client.query("commit");
  } finally {
    client.release();
  }
  return (
    <main>
      <h1>{pet.name}</h1>
      <p>{pet.needs}</p>
      <form method="post">
        <label>
          Where are you? <input name="place" />
        </label>
        <label>
          Your message <textarea name="note" />
        </label>
        <button type="submit">I have {pet.name}</button>
      </form>
      <dl>
        {["breed", "colour", "behaviour", "notes", "diet"].map((key) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{pet[key]}</dd>
          </div>
        ))}
      </dl>
    </main>
  );
}
