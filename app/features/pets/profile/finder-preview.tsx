import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { PetPhoto } from "../pet-photo.tsx";
import type { PublicPet } from "../pets.rules.ts";
import { FinderFacts, FinderNotes } from "./finder-view.tsx";

/** Preview of what a finder sees of the pet, so that the owner can check what is shown. */
export function FinderPreview({ pet, canChange }: { pet: PublicPet; canChange: boolean }) {
  const { t } = useTranslation();
  return (
    <Card as="section" pad="none" className="overflow-hidden">
      <div className="p-5 pb-0 md:p-6 md:pb-0">
        <CardHeader
          title={t("pets.details.finder")}
          text={t("pets.details.finderText")}
          action={
            canChange && (
              <Link to={href("/dashboard/pets/:petId/edit", { petId: pet.id })} className="link text-sm">
                {t("form.change")}
              </Link>
            )
          }
        />
      </div>
      <div className="m-3 overflow-hidden rounded-3 border border-line bg-paper shadow-1">
        <div className="h-44">
          <PetPhoto pet={pet} />
        </div>
        <div className="relative -mt-5 grid gap-4 rounded-t-3 bg-paper p-5">
          <p className="heading text-xl">{t("pets.public.hi", { name: pet.name })}</p>
          <FinderFacts pet={pet} />
          <FinderNotes pet={pet} level={3} />
          {pet.finderPhone && (
            <p className="text-sm text-ink-2">
              {t("pets.details.phoneShown")}: <Ltr>{pet.finderPhone}</Ltr>
            </p>
          )}
        </div>
      </div>
    </Card>
  );
}
