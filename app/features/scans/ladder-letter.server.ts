import { eq } from "drizzle-orm";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { conversations } from "#app/features/messages/messages.tables.server.ts";
import { signId } from "#app/platform/http/signed-id.server.ts";
import { nameInLetter } from "#app/platform/i18n/plain-text.ts";
import { jobKind } from "#app/platform/jobs/jobs.server.ts";
import { writeLetter } from "#app/platform/mail/letter.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { ladderSteps, ladders } from "./scans.tables.server.ts";

export const helpLetterQueue = "scans.help-letter";

/** Where a contact says that they are on it: their own address, good for this one step. */
export function helpPath(world: World, stepId: string): string {
  return `/help/${signId(world, "help", stepId)}`;
}

/** The letter to an emergency contact, in the owner's language. Who is not needed any more by now gets none. */
async function writeHelpLetter(world: World, { stepId }: { stepId: string }): Promise<void> {
  const [row] = await world.db
    .select({ step: ladderSteps, stoppedAt: ladders.stoppedAt, talk: conversations, owner: users })
    .from(ladderSteps)
    .innerJoin(ladders, eq(ladders.conversationId, ladderSteps.conversationId))
    .innerJoin(conversations, eq(conversations.id, ladderSteps.conversationId))
    .innerJoin(users, eq(users.id, ladders.ownerId))
    .where(eq(ladderSteps.id, stepId));
  if (!row || row.stoppedAt) return;
  const { step, talk, owner } = row;
  const { language } = owner;
  const say = world.say(language);
  const values = {
    name: nameInLetter(talk.about),
    owner: nameInLetter(owner.firstName || owner.name),
    contact: nameInLetter(step.name),
  };
  await world.mail.send(
    writeLetter({
      to: step.email,
      language,
      subject: say("scans.help.subject", values),
      paragraphs: [say("scans.help.greeting", values), say("scans.help.letter", values)],
      action: { label: say("scans.help.open"), url: `${world.settings.publicUrl}${helpPath(world, step.id)}` },
      footer: say("scans.help.footer", values),
      key: step.id,
    }),
  );
}

export const helpLetterJob = jobKind<World, { stepId: string }>(
  helpLetterQueue,
  { retryLimit: 30, retryDelay: 2, retryDelayMax: 900, expireInSeconds: 60 },
  writeHelpLetter,
);
