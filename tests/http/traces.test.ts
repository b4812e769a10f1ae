// What people do and write would be readable in the operator's traces.
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { createConversation, createConversationKey } from "#app/features/conversations/conversations.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { openMailSink } from "#tests/mail-sink.ts";
import { createClaimedTag, createTestPet, signUpTestUser } from "#tests/make.ts";
import { app, openSite } from "./site.ts";

interface Span {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, unknown>;
  status: number | undefined;
}

/** Starts a local collector for OTLP over HTTP. */
async function openCollector() {
  const spans: Span[] = [];
  const bodies: string[] = [];
  const authorizations = new Set<string | undefined>();
  const server = http.createServer(async (request, response) => {
    // biome-ignore lint/suspicious/noExplicitAny: the protocol's JSON, read field by field
    const body = (await json(request)) as any;
    authorizations.add(request.headers.authorization);
    bodies.push(JSON.stringify(body));
    for (const { scopeSpans } of body.resourceSpans)
      for (const { name, kind, traceId, spanId, parentSpanId, attributes, status } of scopeSpans[0].spans) {
        const pairs = attributes.map(({ key, value }: { key: string; value: object }) => [
          key,
          Object.values(value)[0],
        ]);
        const given = { name, kind, traceId, spanId, parentSpanId };
        spans.push({ ...given, attributes: Object.fromEntries(pairs), status: status.code });
      }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, bodies, authorizations, close: () => server.close() };
}

const collector = await openCollector();
const sink = await openMailSink();
afterAll(async () => {
  await sink.close();
  collector.close();
});
const env = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20canary-collector",
  TRUSTED_PROXIES: "198.51.100.0/24",
};
const stop = await app.startTracing({
  endpoint: collector.url,
  headers: { authorization: "Bearer abc" },
  share: 1,
});
const site = await openSite(env);

const proxy = "198.51.100.1";
const caller = { trace: "0af7651916cd43dd8448eb211c80319c", span: "b7ad6b7169203331" };
const traceparent = `00-${caller.trace}-${caller.span}-01`;

test("traces requests, statements, jobs and e-mails by pattern and kind, without personal data", async () => {
  const owner = await signUpTestUser(site.ctx, "owner@example.com");
  const petId = await createTestPet(site.ctx, owner, { name: "Canarypet" });
  const { code } = await createClaimedTag(site.ctx, owner, petId);
  const conversation = {
    ownerId: owner.id,
    about: "Rocky",
    link: "/x",
    finderName: "Canaryfinder",
    finderContact: null,
  };
  const id = await createConversation(site.ctx, { ...conversation, finderLanguage: "en" });
  const key = createConversationKey(site.ctx, id);
  const as = await site.signInAs("owner@example.com");
  const paths = [`/dashboard/pets/${petId}`, `/tag/${code}`, `/f/${key}`, "/healthz", `/nowhere/${key}`];
  for (const path of paths) await site.get(path, { as, from: proxy, headers: { traceparent } });
  await site.get("/about", { from: "203.0.113.9", headers: { traceparent } });

  const kind = defineJob<typeof site.served, { to: string }>(
    "test.run-traced",
    { data: z.object({ to: z.string() }), retryLimit: 0 },
    async (ctx, { to }) => {
      await ctx.pool.query("select 1 from tags where code = $1", [to]);
      await ctx.mail.send({ to, subject: "x", text: "x", html: "x" });
      throw new Error("canary-message of owner@example.com");
    },
  );
  const { settings, log, translator } = site.served;
  const parts = { databaseUrl: site.databaseUrl, log, jobKinds: [kind], topics: [], translator, quiet: true };
  const worker = await app.createAppContext({ ...settings, smtpUrl: sink.url }, parts);
  await app.startWorkers(worker, [kind]);
  await worker.jobs.send(site.ctx.db, kind.name, { to: "owner@example.com" });
  await sink.emailTo("owner@example.com");
  await vi.waitFor(() => expect(site.logged.join("")).toContain("job failed"));
  await worker.close();
  await stop();

  const { spans } = collector;
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [page] = named("GET /dashboard/pets/:petId");
  expect(page).toMatchObject({ kind: 2, traceId: caller.trace, parentSpanId: caller.span });
  expect(page?.attributes).toMatchObject({ "http.route": "/dashboard/pets/:petId", "http.response.status_code": 200 });
  const line = site.logged.map((text) => JSON.parse(text)).find(({ path }) => path === `/dashboard/pets/${petId}`);
  expect(line).toMatchObject({ id: page?.attributes["aleef.request_id"], trace: caller.trace });
  const statements = spans.filter(({ parentSpanId, kind }) => parentSpanId === page?.spanId && kind === 3);
  expect(statements.map(({ name }) => name)).toContain("select pet_health_events");
  expect(named("GET /tag/:tagCode")).toHaveLength(1);
  expect(named("POST /auth")[0]?.attributes["http.response.status_code"]).toBe(303);
  expect(named("GET /f/:key")).toHaveLength(1);
  expect(spans.some(({ name }) => name === "GET health")).toBe(false);

  // Only a trusted proxy may set the trace of a request.
  const [about] = named("GET /about");
  expect(about?.traceId).not.toBe(caller.trace);
  expect(about?.parentSpanId).toBeUndefined();

  const [job] = named("job test.run-traced");
  expect(job).toMatchObject({ kind: 5, status: 2 });
  expect(job?.attributes).toMatchObject({
    "aleef.job.kind": "test.run-traced",
    "aleef.job.attempt": 1,
    "error.type": "Error",
  });
  expect(named("send email")).toMatchObject([{ parentSpanId: job?.spanId, kind: 3 }]);
  expect(named("select tags").some(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true);

  expect([...collector.authorizations]).toEqual(["Bearer abc"]);
  const exported = collector.bodies.join("");
  for (const secret of [key, code, petId, owner.id, "Canary", "canary", "example.com", "203.0.113"])
    expect(exported).not.toContain(secret);
}, 30_000);
