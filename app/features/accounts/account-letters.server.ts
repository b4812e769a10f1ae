import { eq } from "drizzle-orm";
import { safePath } from "#app/platform/http/safe-path.ts";
import { jobKind } from "#app/platform/jobs/jobs.server.ts";
import { writeLetter } from "#app/platform/mail/letter.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { users } from "./accounts.tables.server.ts";

export type AccountLetter =
  | { kind: "verify"; userId: string; token: string; to?: string | undefined }
  | { kind: "reset"; userId: string; token: string }
  /** Somebody tried to sign up with an address that already has an account. */
  | { kind: "known"; userId: string };

const queue = "accounts.letter";

/** Leaves the letter with the queue: sign-up answers at once and equally fast whether the address is known or not. */
export async function sendAccountLetter(world: World, letter: AccountLetter): Promise<void> {
  await world.jobs.send(world.db, queue, letter);
}

function linkOf(publicUrl: string, letter: AccountLetter): string {
  if (letter.kind === "known") return `${publicUrl}/auth/forgot`;
  const query = new URLSearchParams({ token: letter.token });
  if (letter.kind === "verify") {
    const to = safePath(letter.to, "");
    if (to) query.set("to", to);
  }
  return `${publicUrl}/auth/${letter.kind}?${query}`;
}

export const accountLetterJob = jobKind<World, AccountLetter>(
  queue,
  { retryLimit: 8, retryDelay: 2, retryDelayMax: 900, concurrency: 2 },
  async (world, letter) => {
    const [user] = await world.db.select().from(users).where(eq(users.id, letter.userId));
    if (!user) return;
    const kind = letter.kind === "known" && !user.emailVerified ? "unverified" : letter.kind;
    const say = world.say(user.language);
    await world.mail.send(
      writeLetter({
        to: user.email,
        language: user.language,
        subject: say(`accounts.letters.${kind}.subject`),
        paragraphs: [say("accounts.letters.hello", { name: user.firstName }), say(`accounts.letters.${kind}.text`)],
        action: { label: say(`accounts.letters.${kind}.action`), url: linkOf(world.settings.publicUrl, letter) },
        footer: say("accounts.letters.footer"),
      }),
    );
  },
);
