import Camera from "lucide-react/icons/camera";
import { lazy, Suspense, useState } from "react";
import { href } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { PartMissing } from "#app/platform/ui/connection/part-missing.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Dialog } from "#app/platform/ui/overlays/dialog.tsx";
import { Spinner } from "#app/platform/ui/spinner.tsx";
import type { PetPortrait } from "../cards/pet-photo.tsx";

const fetchFields = () => import("../photos/photo-fields.tsx").then(({ PhotoFields }) => ({ default: PhotoFields }));
/** Loaded when the camera is about to be pressed. */
const PhotoFields = lazy(() => fetchFields().catch(() => ({ default: PartMissing })));

/**
 * Camera on a pet's photo: opens a dialog to change it, and without scripts the whole form. `savedAt` is when the pet
 * was last changed: the dialog closes once that is later.
 */
export function PhotoBadge({ pet, answer, savedAt }: { pet: PetPortrait; answer?: FormAnswer; savedAt: number }) {
  const t = useT();
  const errors = answer?.form.error?.photo ?? undefined;
  const [openedAt, setOpenedAt] = useState(errors ? savedAt : null);
  return (
    <>
      <a
        href={href("/dashboard/pets/:petId/edit", { petId: pet.id })}
        aria-haspopup="dialog"
        aria-label={t("pets.photo.change")}
        title={t("pets.photo.change")}
        onPointerEnter={() => void fetchFields().catch(() => undefined)}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          setOpenedAt(savedAt);
        }}
        className="absolute -end-1.5 -bottom-1.5 grid size-11 place-items-center rounded-full border-2 border-surface bg-sunken text-ink shadow-1 transition hover:bg-brand-soft hover:text-brand-deep print:hidden"
      >
        <Camera aria-hidden className="size-5" />
      </a>
      <Dialog
        title={t("pets.photo.change")}
        closeLabel={t("form.close")}
        open={openedAt === savedAt}
        onOpenChange={(isOpen) => setOpenedAt(isOpen ? savedAt : null)}
      >
        <Suspense fallback={<Spinner />}>
          <AppForm intent="photo" encType="multipart/form-data" className="grid gap-5">
            <PhotoFields
              id="photo"
              errors={errors}
              photoId={pet.photoId}
              focus={{ x: pet.photoFocusX, y: pet.photoFocusY }}
            />
            <SubmitButton className="justify-self-start">{t("pets.photo.save")}</SubmitButton>
          </AppForm>
        </Suspense>
      </Dialog>
    </>
  );
}
