import Plus from "lucide-react/icons/plus";
import { href, Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { medicalFields } from "../pets.rules.ts";
import type { PetWithRecords } from "../pets.server.ts";

type CompletePet = Pick<
  PetWithRecords,
  | "id"
  | "name"
  | "photoId"
  | "breed"
  | "birthdate"
  | "needs"
  | "urgentNeeds"
  | "behaviours"
  | "notes"
  | "diet"
  | "medical"
  | "vet"
  | "contacts"
>;

const isFilled = (...values: unknown[]) => values.some(Boolean);

/** How much of a pet's page is filled in, with links to what is missing; renders nothing once all is. */
export function CompleteCard({ pet, isOwner }: { pet: CompletePet; isOwner: boolean }) {
  const { t, format } = useViewer();
  const { urgentNeeds, behaviours, notes, diet, medical, vet } = pet;
  const parts = [
    { label: t("pets.fields.photo"), anchor: "", done: pet.photoId !== null },
    { label: t("pets.fields.breed"), anchor: "#for-finders", done: Boolean(pet.breed) },
    { label: t("pets.fields.birthdate"), anchor: "#rest", done: pet.birthdate !== null },
    {
      label: t("petDetails.character"),
      anchor: "#for-finders",
      done: pet.needs.length > 0 || isFilled(urgentNeeds, behaviours, notes, diet),
    },
    {
      label: t("petDetails.medical"),
      anchor: "#medical",
      done: isFilled(...medicalFields.map(({ name }) => medical?.[name])),
    },
    {
      label: t("petDetails.vet"),
      anchor: "#vet",
      done: isFilled(vet?.name, vet?.phone, vet?.specialization, vet?.clinicAddress),
    },
    // Only the owner sees and names them.
    ...(isOwner ? [{ label: t("petDetails.contacts"), anchor: "#contacts", done: pet.contacts.length > 0 }] : []),
  ];
  const missing = parts.filter(({ done }) => !done);
  if (missing.length === 0) return null;
  const done = parts.length - missing.length;
  const [shownDone, shownAll] = [done, parts.length].map((count) => format.number(count));
  return (
    <Card as="section" className="print:hidden">
      <CardHeader
        title={t("petDetails.complete", { name: pet.name })}
        text={t("petDetails.completeOf", { done: shownDone, all: shownAll })}
      />
      <div aria-hidden="true" className="mb-4 flex gap-1.5">
        {parts.map(({ label }, index) => (
          <span
            key={label}
            className={cx("h-2 flex-1 rounded-full", index < done ? "bg-ok" : "bg-sunken ring-1 ring-line ring-inset")}
          />
        ))}
      </div>
      <ul className="flex flex-wrap gap-2">
        {missing.map(({ label, anchor }) => (
          <li key={label} className="max-w-full">
            <Link
              to={href("/dashboard/pets/:petId/edit", { petId: pet.id }) + anchor}
              className="flex min-h-10 items-center gap-1.5 rounded-full border border-line bg-surface px-4 text-sm font-[550] hover:border-edge"
            >
              <Plus aria-hidden className="size-4 shrink-0 text-brand" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
