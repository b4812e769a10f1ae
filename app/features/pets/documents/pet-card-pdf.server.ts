import type { AppContext } from "#app/platform/app-context.server.ts";
import { findPhoto } from "#app/platform/files/photos.server.ts";
import { formatPhone } from "#app/platform/http/forms/fields.server.ts";
import { formatDay } from "#app/platform/i18n/format.ts";
import { directionOf, type Language, otherLanguage } from "#app/platform/i18n/language.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { createPdf, type Pdf } from "#app/platform/pdf/pdf.server.ts";
import { createPdfPicture } from "#app/platform/pdf/pdf-picture.server.ts";
import { colors, type PdfCell, type PdfText } from "#app/platform/pdf/pdf-pieces.server.ts";
import { listLatestHealthEvents } from "../health/health.server.ts";
import { ageOn, medicalFields } from "../pets.rules.ts";
import type { PetWithRecords } from "../pets.server.ts";
import { formatBreed } from "../texts/breeds-and-colours.ts";
import { listPetFacts } from "../texts/pet-facts.ts";
import { formatAge, formatAnimal } from "../texts/pet-texts.ts";

/** Value on the card and its text direction: free text in its own direction, numbers left to right. */
type Value = { text: string; direction?: PdfText["direction"] } | null;
type Line = [WordKey, Value];

/** How many of the latest timeline entries the card shows. */
export const cardEvents = 12;

/**
 * Renders a pet's card for the vet as an A4 PDF: photo, record, vet, emergency contacts and the latest timeline
 * entries. It is written in `language` with each field's name in the other language as well, so that owner and vet need
 * not share one.
 */
export async function renderPetCard(
  ctx: AppContext,
  pet: PetWithRecords,
  language: Language,
  { today, ownerName }: { today: string; ownerName: string },
): Promise<Buffer> {
  const [t, otherT] = [ctx.translator(language), ctx.translator(otherLanguage(language))];
  const both = (key: WordKey) => `${t(key)} · ${otherT(key)}`;
  const pdf = await createPdf({
    language,
    title: t("pets.card.title", { name: pet.name }),
    now: ctx.clock.now(),
    footer: t("pets.card.footer", { day: formatDay(today, language) }),
  });
  await writeHead(ctx, pdf, pet, language, today);
  const section = (title: WordKey, lines: Line[]) => {
    const filled = lines.filter(([, value]) => value);
    if (filled.length === 0) return;
    pdf.space(14);
    pdf.heading(both(title));
    for (const [key, value] of filled)
      pdf.row([nameOf(t(key), otherT(key), language), value as PdfText], { columns: [3, 7], padding: 5, rule: true });
  };
  const day = (value: string | null | undefined): Value => (value ? { text: formatDay(value, language) } : null);
  const { medical, vet } = pet;

  section("petDetails.about", [
    ...listPetFacts(t, pet, language, today).map(
      ({ label, text, kind }): Line => [
        label,
        kind === "code" ? code(text) : kind === "own" ? own(text) : text ? { text } : null,
      ],
    ),
    ["pets.card.owner", own(ownerName)],
  ]);
  section("petDetails.medical", [
    [
      "pets.fields.needs",
      pet.needs.length === 0 ? null : { text: pet.needs.map((need) => t(`pets.needs.${need}`)).join(" · ") },
    ],
    ["pets.fields.urgentNeeds", own(pet.urgentNeeds)],
    ...medicalFields.map(
      ({ name, kind }): Line => [`pets.medical.${name}`, kind === "day" ? day(medical?.[name]) : own(medical?.[name])],
    ),
  ]);
  section("petDetails.character", [
    ["pets.fields.behaviours", own(pet.behaviours)],
    ["pets.fields.diet", own(pet.diet)],
    ["pets.fields.notes", own(pet.notes)],
  ]);
  section("petDetails.vet", [
    ["pets.vet.name", own(vet?.name)],
    ["pets.vet.phone", code(vet?.phone && formatPhone(vet.phone))],
    ["pets.vet.specialization", own(vet?.specialization)],
    ["pets.vet.clinicAddress", own(vet?.clinicAddress)],
  ]);
  writeContacts(pdf, pet, both);
  await writeHealth(ctx, pdf, pet, language, both);
  return pdf.finish();
}

const own = (text: string | null | undefined): Value => (text ? { text, direction: "auto" } : null);
const code = (text: string | null | undefined): Value => (text ? { text, direction: "ltr" } : null);

/** Returns a field's name with its name in the other language below it in small print. */
function nameOf(here: string, there: string, language: Language): PdfCell {
  const small = { size: 8, color: colors.soft, direction: directionOf(otherLanguage(language)) };
  return [
    { text: here, weight: 500 },
    { text: there, ...small },
  ];
}

async function writeHead(ctx: AppContext, pdf: Pdf, pet: PetWithRecords, language: Language, today: string) {
  const t = ctx.translator(language);
  const side = 84;
  const stored = pet.photoId ? await findPhoto(ctx.files, pet.photoId, "640.webp") : null;
  const focus = { x: pet.photoFocusX, y: pet.photoFocusY };
  const photo = stored && (await createPdfPicture(stored.bytes, { width: side, height: side, focus }));
  const age = pet.birthdate ? ageOn(pet.birthdate, today) : null;
  const facts = [
    pet.breed ? formatBreed(pet.breed, language) : formatAnimal(t, pet, language),
    age && formatAge(t, age),
  ]
    .filter(Boolean)
    .join(" · ");
  const name: PdfCell = [
    { gap: 10 },
    { text: pet.name, size: 26, weight: 700, direction: "auto" },
    { text: facts, size: 12, color: colors.soft },
  ];
  const qr: PdfCell = [
    { qr: `${ctx.settings.publicUrl}/pet/${pet.id}`, width: side - 14 },
    { text: t("pets.card.scan"), size: 7, color: colors.soft },
  ];
  if (photo) pdf.row([{ image: photo, width: side, height: side, radius: 14 }, name, qr], { columns: [2, 6, 2] });
  else pdf.row([name, qr], { columns: [8, 2] });
}

function writeContacts(pdf: Pdf, pet: PetWithRecords, both: (key: WordKey) => string) {
  if (pet.contacts.length === 0) return;
  pdf.space(14);
  pdf.heading(both("petDetails.contacts"));
  for (const { name, phone, email, relation } of pet.contacts) {
    const reach: PdfCell = [code(phone && formatPhone(phone)), code(email)].filter((value) => value !== null);
    pdf.row(
      [[{ text: name, weight: 500, direction: "auto" }, ...(relation ? [own(relation) as PdfText] : [])], reach],
      {
        columns: [3, 7],
        padding: 5,
        rule: true,
      },
    );
  }
}

async function writeHealth(
  ctx: AppContext,
  pdf: Pdf,
  pet: PetWithRecords,
  language: Language,
  both: (key: WordKey) => string,
) {
  const events = await listLatestHealthEvents(ctx, pet.id, cardEvents);
  if (events.length === 0) return;
  const t = ctx.translator(language);
  pdf.space(14);
  pdf.heading(both("petHealth.timeline"));
  pdf.table(
    [both("petHealth.day"), both("petHealth.kind"), both("petHealth.note")],
    events.map((event) => {
      const weight = event.weightKg === null ? [] : [{ text: t("pets.kilograms", { weight: event.weightKg }) }];
      const words = [event.title, event.note].flatMap((text) => (text ? [{ text, direction: "auto" as const }] : []));
      return [formatDay(event.day, language, "shortDate"), t(`petHealth.kinds.${event.kind}`), [...weight, ...words]];
    }),
    { columns: [2.4, 2.2, 5.4] },
  );
}
