import type { ReactNode } from "react";
import { useT, useWords } from "#app/platform/i18n/use-t.ts";
import { Chip } from "#app/platform/ui/chip.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { PublicPet } from "../pets.rules.ts";
import { formatBreed, formatColor } from "../texts/breeds-and-colours.ts";
import { formatAge, formatAnimal } from "../texts/pet-texts.ts";

/** Text written by the owner: in its own direction, aligned with the page's. */
function OwnerText({ text, className }: { text: string; className?: string }) {
  return (
    <p className={cx("whitespace-pre-line", className)}>
      <bdi>{text}</bdi>
    </p>
  );
}

/** Type, breed, colour and similar facts in a row; only those that the owner shows. */
export function FinderFacts({ pet }: { pet: PublicPet }) {
  const { t, language } = useWords();
  const facts = [
    pet.breed && formatBreed(pet.breed, language),
    pet.gender && pet.gender !== "unknown" ? t(`pets.genders.${pet.gender}`) : null,
    pet.color && formatColor(pet.color, language),
    pet.ageYears !== null ? formatAge(t, { years: pet.ageYears, months: pet.ageMonths }) : null,
    pet.weightKg !== null ? t("pets.kilograms", { weight: pet.weightKg }) : null,
  ].filter(Boolean);
  const different = new Set(facts);
  return (
    <ul className="flex flex-wrap gap-2">
      <li>
        <Chip tone="brand">
          <bdi>{formatAnimal(t, pet, language)}</bdi>
        </Chip>
      </li>
      {[...different].map((fact) => (
        <li key={fact} className="max-w-full">
          <Chip>
            <bdi>{fact}</bdi>
          </Chip>
        </li>
      ))}
    </ul>
  );
}

/** What a finder should know and do, urgent needs first; only what the owner shows. */
export function FinderNotes({ pet }: { pet: PublicPet }) {
  const t = useT();
  const { medical, needs } = pet;
  return (
    <>
      {(needs?.length || pet.urgentNeeds) && (
        <Notice tone="lost" title={t("publicPet.urgent")}>
          {needs && needs.length > 0 && (
            <ul className="grid gap-1 text-base font-semibold">
              {needs.map((need) => (
                <li key={need}>{t(`pets.needs.${need}`)}</li>
              ))}
            </ul>
          )}
          {pet.urgentNeeds && <OwnerText text={pet.urgentNeeds} className="text-base font-semibold" />}
        </Notice>
      )}
      <Part title={t("publicPet.behaviours")} text={pet.behaviours} />
      <Part title={t("publicPet.notes")} text={pet.notes} />
      <Part title={t("publicPet.diet")} text={pet.diet} />
      {medical && (
        <Part title={t("publicPet.medical")}>
          <dl className="grid gap-2">
            <MedicalLine term={t("pets.medical.conditions")} text={medical.conditions} />
            <MedicalLine term={t("pets.medical.allergies")} text={medical.allergies} />
            <MedicalLine term={t("pets.medical.medications")} text={medical.medications} />
          </dl>
        </Part>
      )}
    </>
  );
}

function Part({ title, text, children }: { title: string; text?: string | null; children?: ReactNode }) {
  if (!text && !children) return null;
  return (
    <section className="grid gap-1">
      <h2 className="text-sm font-semibold text-ink-2">{title}</h2>
      {children ?? <OwnerText text={text ?? ""} />}
    </section>
  );
}

function MedicalLine({ term, text }: { term: string; text: string | null }) {
  if (!text) return null;
  return (
    <div>
      <dt className="text-xs text-ink-3">{term}</dt>
      <dd className="whitespace-pre-line">
        <bdi>{text}</bdi>
      </dd>
    </div>
  );
}
