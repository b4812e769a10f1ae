import { useViewer } from "#app/features/users/use-viewer.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { type Description, DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { medicalFields } from "../pets.rules.ts";
import type { PetWithRecords } from "../pets.server.ts";
import { listPetFacts, type PetOfFacts } from "../texts/pet-facts.ts";

type ShownPet = Omit<PetWithRecords, "ownerId" | "version" | "createdAt" | "updatedAt" | "shown">;
type CharacterPet = Pick<ShownPet, "id" | "needs" | "urgentNeeds" | "behaviours" | "notes" | "diet">;
type AboutPet = PetOfFacts & Pick<ShownPet, "id">;

const written = (text: string | null | undefined) => (text ? <bdi className="whitespace-pre-line">{text}</bdi> : null);

const phoneLink = (phone: string | null | undefined) =>
  phone ? (
    <a href={`tel:${phone}`} className="link">
      <Ltr>{phone}</Ltr>
    </a>
  ) : null;

/** Set for readers other than the owner. */
interface Shared {
  shared?: boolean;
}

interface RecordProps extends Shared {
  title: string;
  note?: string;
  items: Description[];
  /** Puts each value below its label instead of beside it, for longer texts. */
  stacked?: boolean;
}

/** Card of labels and values; renders nothing without any. */
function Record({ title, note, items, stacked, shared }: RecordProps) {
  const filled = items.filter(({ detail }) => detail);
  if (filled.length === 0) return null;
  return (
    <Card as="section">
      <CardHeader title={title} text={!shared && note} />
      {!stacked && <DescriptionList items={filled} layout="grid" />}
      {stacked && (
        <dl className="grid gap-4">
          {filled.map(({ term, detail }) => (
            <div key={String(term)} className="grid gap-0.5">
              <dt className="text-xs text-ink-3">{term}</dt>
              <dd className="text-sm font-medium">{detail}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

export function AboutCard({ pet, shared }: { pet: AboutPet } & Shared) {
  const { t, language, now, timeZone } = useViewer();
  const today = dayIn(new Date(now), timeZone);
  const items = listPetFacts(t, pet, language, today).map(({ label, text, kind }) => ({
    term: t(label),
    detail:
      text &&
      (kind === "code" ? (
        <Ltr className="max-sm:text-[0.9em] max-sm:tracking-tight">{text}</Ltr>
      ) : kind === "own" ? (
        <bdi>{text}</bdi>
      ) : (
        text
      )),
  }));
  return <Record title={t("petDetails.about")} items={items} shared={shared} />;
}

export function CharacterCard({ pet, shared }: { pet: CharacterPet } & Shared) {
  const t = useT();
  const names = ["urgentNeeds", "behaviours", "notes", "diet"] as const;
  const items = [
    {
      term: t("pets.fields.needs"),
      detail: pet.needs.length > 0 && pet.needs.map((need) => t(`pets.needs.${need}`)).join("\u00a0· "),
    },
    ...names.map((name) => ({ term: t(`pets.fields.${name}`), detail: written(pet[name]) })),
  ];
  return <Record stacked title={t("petDetails.character")} items={items} shared={shared} />;
}

export function MedicalCard({ pet, shared }: { pet: Pick<ShownPet, "id" | "medical"> } & Shared) {
  const { t, format } = useViewer();
  const { medical } = pet;
  const texts = medicalFields.filter(({ kind }) => kind === "text");
  const days = medicalFields.filter(({ kind }) => kind === "day");
  const items: Description[] = [
    ...texts.map(({ name }) => ({ term: t(`pets.medical.${name}`), detail: written(medical?.[name]) })),
    ...days.map(({ name }) => ({
      term: t(`pets.medical.${name}`),
      detail: medical?.[name] && format.day(medical[name]),
    })),
  ];
  return <Record stacked title={t("petDetails.medical")} items={items} shared={shared} />;
}

export function VetCard({ pet, shared }: { pet: Pick<ShownPet, "id" | "vet"> } & Shared) {
  const t = useT();
  const { vet } = pet;
  const items = [
    { term: t("pets.vet.name"), detail: written(vet?.name) },
    { term: t("pets.vet.phone"), detail: phoneLink(vet?.phone) },
    { term: t("pets.vet.specialization"), detail: written(vet?.specialization) },
    { term: t("pets.vet.clinicAddress"), detail: written(vet?.clinicAddress) },
  ];
  return <Record stacked title={t("petDetails.vet")} note={t("petDetails.onlyFamily")} items={items} shared={shared} />;
}

export function ContactsCard({ pet, shared }: { pet: Pick<ShownPet, "id" | "contacts"> } & Shared) {
  const t = useT();
  if (pet.contacts.length === 0) return null;
  return (
    <Card as="section">
      <CardHeader title={t("petDetails.contacts")} text={!shared && t("petDetails.onlyYou")} />
      <ol className="grid gap-4">
        {pet.contacts.map((contact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the order is what a contact is known by
          <li key={index} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft text-sm font-semibold text-brand-deep"
            >
              {index + 1}
            </span>
            <div className="min-w-0 text-sm">
              <p className="font-semibold">
                <bdi>{contact.name}</bdi>
                {contact.relation && (
                  <span className="font-normal text-ink-2">
                    {"\u00a0· "}
                    <bdi>{contact.relation}</bdi>
                  </span>
                )}
              </p>
              <p>{phoneLink(contact.phone)}</p>
              {contact.email && (
                <p>
                  <a href={`mailto:${contact.email}`} className="link">
                    <Ltr>{contact.email}</Ltr>
                  </a>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
