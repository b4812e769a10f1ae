import { and, asc, eq, gt, isNotNull } from "drizzle-orm";
import type { PublicPet } from "#app/features/pets/pets.rules.ts";
import { listPublicPets } from "#app/features/pets/profile/public-pet.server.ts";
import { codeKey } from "#app/features/tags/tag-code.rules.ts";
import { stateOf, type TagMark } from "#app/features/tags/tags.rules.ts";
import { findTags } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** A pet as the page of its tag shows it: of what everybody may see, only what stands there. */
export type CardPet = Omit<PublicPet, "ownerFirstName" | "gender" | "weightKg">;

/** All that the page of an owned, active tag shows a stranger. A copy of it lies on the disk and answers without the database. */
export interface Card {
  code: string;
  mark: TagMark | null;
  isReplaced: boolean;
  pet: CardPet | null;
}

/** A copy, and when it was last known to be true. */
export interface KnownCard {
  card: Card;
  knownAt: Date;
}

function toCardPet(pet: PublicPet): CardPet {
  const { ownerFirstName: _name, gender: _gender, weightKg: _weight, ...shown } = pet;
  return shown;
}

/** Cards by the keys of their codes; codes that show a stranger nothing of anybody's are absent. */
async function cardsOf(ctx: AppContext, keys: readonly string[]): Promise<Map<string, Card>> {
  const found = [...(await findTags(ctx, [...keys])).values()].filter((tag) =>
    ["linked", "unlinked"].includes(stateOf(tag)),
  );
  const shown = found.filter(({ mark }) => !mark).flatMap(({ petId }) => petId ?? []);
  const pets = await listPublicPets(ctx, [...new Set(shown)]);
  return new Map(
    found.map(({ code, codeKey: key, mark, replacedAt, petId }) => {
      const pet = mark || !petId ? null : (pets.get(petId) ?? null);
      return [key, { code, mark, isReplaced: replacedAt !== null, pet: pet && toCardPet(pet) }];
    }),
  );
}

const inOneStep = 500;

/** The keys of the next tags that have a card, in order. */
async function keysAfter({ db }: AppContext, after: string): Promise<string[]> {
  const rows = await db
    .select({ key: tags.codeKey })
    .from(tags)
    .where(and(gt(tags.codeKey, after), isNotNull(tags.ownerId), eq(tags.status, "active")))
    .orderBy(asc(tags.codeKey))
    .limit(inOneStep);
  return rows.map(({ key }) => key);
}

const asTexts = (cards: Map<string, Card>) => new Map([...cards].map(([key, card]) => [key, JSON.stringify(card)]));

/** Makes the copies of these tags what the database says now. */
export async function updateTagPages(ctx: AppContext, keys: readonly string[]): Promise<void> {
  const texts = asTexts(await cardsOf(ctx, keys));
  ctx.fallback.copies.put(texts);
  ctx.fallback.copies.remove(keys.filter((key) => !texts.has(key)));
}

/**
 * Compares the next 500 copies after `after` with the database, writes what differs and removes what is no more. Gives the
 * key it came to; null at the end.
 */
export async function updateNextTagPages(ctx: AppContext, after: string): Promise<string | null> {
  const keys = await keysAfter(ctx, after);
  const texts = asTexts(await cardsOf(ctx, keys));
  const upTo = keys.length < inOneStep ? null : (keys.at(-1) as string);
  ctx.fallback.copies.put(texts);
  ctx.fallback.copies.keepOnly(texts, { after, upTo });
  return upTo;
}

/** The copy for a code however it is written, or null. */
export function readCopy({ fallback }: AppContext, typed: string): Card | null {
  const text = fallback.copies.find(codeKey(typed));
  if (!text) return null;
  const card = JSON.parse(text) as Card;
  const lost = card.pet?.lost;
  if (lost) lost.since = new Date(lost.since);
  return card;
}
