// E-mails about found pets would be lost without a reason, or the provider would block us for sending too fast.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pino } from "pino";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openMailSink } from "#tests/mail-sink.ts";
import { createMailer } from "./mailer.server.ts";

/** A server that rejects e-mails with the address in its message. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS", "AUTH"],
  onRcptTo: ({ address }, _session, answer) =>
    answer(Object.assign(new Error(`<${address}>: no such mailbox`), { responseCode: 550 })),
});

beforeAll(() => new Promise<void>((open) => server.listen(0, "127.0.0.1", open)));
afterAll(() => new Promise<void>((closed) => server.close(closed)));

const message = { to: "mona@example.com", subject: "Luna", text: "Luna was seen", html: "<p>Luna was seen</p>" };
const mailerFor = (smtpUrl: string) =>
  createMailer(
    { smtpUrl, mailFrom: "aleef@example.com", publicUrl: "http://localhost:3000", dataDir: "/nowhere" },
    pino({ level: "silent" }),
  );
const sendAndGetError = (smtpUrl: string) => {
  const mailer = mailerFor(smtpUrl);
  return mailer
    .send(message)
    .then(() => null)
    .catch((error) => error)
    .finally(() => mailer.close());
};

test("a rejected e-mail throws with the server's code, but without the address", async () => {
  const { port } = server.server.address() as { port: number };
  const error = await sendAndGetError(`smtp://127.0.0.1:${port}`);
  expect(error.message).toBe("The mail server did not take the e-mail: EENVELOPE 550");
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("mona");
});

test("an unreachable server throws with its error code", async () => {
  expect((await sendAndGetError("smtp://127.0.0.1:1")).message).toMatch(
    /^The mail server did not take the e-mail: E[A-Z]+$/,
  );
});

test("sends as many e-mails concurrently as the URL of the mail server says", async () => {
  const all = Promise.withResolvers<void>();
  let underWay = 0;
  const slowServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    async onData(stream, _session, done) {
      stream.resume();
      // Accepts none before all have arrived.
      if (++underWay === 12) all.resolve();
      await all.promise;
      done();
    },
  });
  await new Promise<void>((open) => slowServer.listen(0, "127.0.0.1", open));
  const { port } = slowServer.server.address() as { port: number };
  const mailer = mailerFor(`smtp://127.0.0.1:${port}?maxConnections=12`);
  await Promise.all(Array.from({ length: 12 }, () => mailer.send(message)));
  mailer.close();
  await new Promise<void>((closed) => slowServer.close(closed));
  expect(underWay).toBe(12);
});

test("reuses a connection, and opens a new one if it was closed meanwhile", async () => {
  let opened = 0;
  const countingServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onConnect(_session, accept) {
      opened++;
      accept();
    },
    onData(stream, _session, done) {
      stream.resume();
      stream.on("end", () => done());
    },
  });
  await new Promise<void>((open) => countingServer.listen(0, "127.0.0.1", open));
  const { port } = countingServer.server.address() as { port: number };
  const mailer = mailerFor(`smtp://127.0.0.1:${port}`);
  for (let sent = 0; sent < 5; sent++) await mailer.send(message);
  expect(opened).toBe(1);
  for (const connection of countingServer.connections) (connection as unknown as { close(): void }).close();
  await vi.waitFor(() => expect(countingServer.connections.size).toBe(0), 10_000);
  await vi.waitFor(() => mailer.send(message), 10_000);
  expect(opened).toBe(2);
  mailer.close();
  await new Promise<void>((closed) => countingServer.close(closed));
});

test("sends no more e-mails per second than the URL of the mail server says", async () => {
  const sink = await openMailSink();
  const mailer = mailerFor(`${sink.url}?maxConnections=2&rateLimit=2`);
  const began = performance.now();
  await Promise.all(Array.from({ length: 5 }, () => mailer.send(message)));
  expect(performance.now() - began).toBeGreaterThan(1_500);
  expect(sink.emails).toHaveLength(5);
  mailer.close();
  await sink.close();
});

test("every e-mail says that it was generated, so that vacation responders stay silent", async () => {
  const sink = await openMailSink();
  const mailer = mailerFor(sink.url);
  await mailer.send(message);
  await mailer.send({ ...message, headers: { "List-Unsubscribe": "<https://aleef.pets/unsubscribe/x>" } });
  mailer.close();
  expect(sink.emails.map(({ headers }) => headers.get("auto-submitted"))).toEqual(["auto-generated", "auto-generated"]);
  expect(sink.emails[1]!.headers.get("list-unsubscribe")).toBe("<https://aleef.pets/unsubscribe/x>");
  await sink.close();
});

test("without a mail server, the log names the e-mail's file and nothing of what it says", async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "aleef-outbox-"));
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const mailer = createMailer(
    { smtpUrl: undefined, mailFrom: "aleef@example.com", publicUrl: "https://aleef.example", dataDir },
    log,
  );
  const link = "https://aleef.example/auth/reset?token=canary";
  await mailer.send({ ...message, text: link, html: `<a href="${link}">canary</a>` });
  mailer.close();
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/canary|reset|token|mona|Luna/);
  expect(Object.keys(JSON.parse(lines[0]!)).sort()).toEqual(expect.arrayContaining(["file", "msg"]));
  await rm(dataDir, { recursive: true });
});
