import { pino } from "pino";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMailer } from "./mailer.server.ts";

/** A server that refuses, with the address in its message. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS", "AUTH"],
  onRcptTo: ({ address }, _session, answer) =>
    answer(Object.assign(new Error(`<${address}>: no such mailbox`), { responseCode: 550 })),
});

beforeAll(() => new Promise<void>((open) => server.listen(0, "127.0.0.1", open)));
afterAll(() => new Promise<void>((closed) => server.close(closed)));

const message = { to: "mona@example.com", subject: "Luna", text: "Luna was seen", html: "<p>Luna was seen</p>" };
const faultOf = (smtpUrl: string) => {
  const settings = { smtpUrl, mailFrom: "aleef@example.com", publicUrl: "http://localhost:3000", dataDir: "/nowhere" };
  const mailer = createMailer(settings, pino({ level: "silent" }));
  return mailer
    .send(message)
    .then(() => null)
    .catch((error) => error)
    .finally(() => mailer.close());
};

test("a refused e-mail fails with the server's code, and without an address", async () => {
  const { port } = server.server.address() as { port: number };
  const fault = await faultOf(`smtp://127.0.0.1:${port}`);
  expect(fault.message).toBe("The mail server did not take the e-mail: EENVELOPE 550");
  expect(JSON.stringify(fault, Object.getOwnPropertyNames(fault))).not.toContain("mona");
});

test("an unreachable server fails with its error code", async () => {
  expect((await faultOf("smtp://127.0.0.1:1")).message).toMatch(/^The mail server did not take the e-mail: E[A-Z]+$/);
});
