import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Form, href, Link } from "react-router";
import { PetPhoto } from "#app/features/pets/pet-photo.tsx";
import { PetSelect } from "#app/features/tags/manage/pet-select.tsx";
import { Button } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import type { listPetsToReport } from "../own/own-reports.server.ts";

type LostPet = Awaited<ReturnType<typeof listPetsToReport>>[number];

const maxLinks = 8;

/** Links from each pet to its report. With more than eight pets, the others are in a select. */
export function LostPets({ pets }: { pets: LostPet[] }) {
  const { t } = useTranslation();
  const id = useId();
  const sorted = pets.toSorted((one, other) => Number(other.reportId !== null) - Number(one.reportId !== null));
  const rest = sorted.slice(maxLinks);
  return (
    <Card as="section">
      <CardHeader title={t("lostFound.own.lostPet")} text={t("lostFound.own.lostPetText")} />
      <ul className="flex flex-wrap gap-3">
        {sorted.slice(0, maxLinks).map((pet) => (
          <li key={pet.id}>
            <Link
              to={
                pet.reportId
                  ? href("/dashboard/lost-found/:reportId", { reportId: pet.reportId })
                  : `${href("/dashboard/lost-found/new")}?pet=${pet.id}`
              }
              prefetch="intent"
              className="flex min-h-14 items-center gap-3 rounded-[1.75rem] border border-line bg-surface py-1.5 ps-1.5 pe-5 text-sm font-semibold hover:border-lost hover:bg-lost-soft"
            >
              <span className="size-11 shrink-0 overflow-hidden rounded-full">
                <PetPhoto pet={pet} width={160} />
              </span>
              {t(pet.reportId ? "lostFound.own.seeReport" : "lostFound.own.reportLost", { name: pet.name })}
            </Link>
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <Form action={href("/dashboard/lost-found/new")} className="mt-4 flex flex-wrap items-end gap-2">
          <Field id={id} label={t("lostFound.own.otherPet")} className="min-w-0 flex-1 basis-56">
            <PetSelect name="pet" pets={rest} empty={t("lostFound.own.choosePet")} required />
          </Field>
          <Button variant="ghost">{t("lostFound.own.reportOther")}</Button>
        </Form>
      )}
    </Card>
  );
}
