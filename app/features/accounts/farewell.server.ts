import type { Language } from "#app/platform/i18n/language.ts";
import { jobKind } from "#app/platform/jobs/jobs.server.ts";
import { writeLetter } from "#app/platform/mail/letter.server.ts";
import type { World } from "#app/platform/world.server.ts";

interface Farewell {
  to: string;
  name: string;
  language: Language;
}

const queue = "accounts.farewell";

/** Leaves with the queue the last letter to somebody whose account is being deleted; nothing else knows the address then. */
export async function sendFarewell(world: World, farewell: Farewell): Promise<void> {
  await world.jobs.send(world.db, queue, farewell);
}

export const farewellJob = jobKind<World, Farewell>(
  queue,
  { retryLimit: 8, retryDelay: 2, retryDelayMax: 900, keepFor: 60, deleteWhenDone: true },
  async (world, { to, name, language }) => {
    const say = world.say(language);
    await world.mail.send(
      writeLetter({
        to,
        language,
        subject: say("accounts.letters.farewell.subject"),
        paragraphs: [say("accounts.letters.hello", { name }), say("accounts.letters.farewell.text")],
        action: { label: say("accounts.letters.farewell.action"), url: `${world.settings.publicUrl}/contact` },
        footer: say("accounts.letters.footer"),
      }),
    );
  },
);
