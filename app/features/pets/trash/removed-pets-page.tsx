import RotateCcw from "lucide-react/icons/rotate-ccw";
import Trash from "lucide-react/icons/trash";
import { href, type useLoaderData } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { PetPhoto } from "../cards/pet-photo.tsx";
import { PlanFull } from "../list/plan-use.tsx";
import { onePetForm } from "../pets.forms.server.ts";
import { formatBreed } from "../texts/breeds-and-colours.ts";
import { formatAnimal } from "../texts/pet-texts.ts";
import type { Route } from "./+types/removed-pets-page";
import { listRemovedPets, purgePet, restorePet } from "./removed-pets.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return { pets: await listRemovedPets(ctx, actor) };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleIntents(args, {
    restore: defineIntent(onePetForm, async ({ petId }) => {
      const name = await restorePet(ctx, actor, petId);
      return redirectWithToast(href("/dashboard/pets/:petId", { petId }), {
        type: "success",
        code: "pets.restored",
        params: { name },
      });
    }),
    erase: defineIntent(onePetForm, async ({ petId }) => {
      const name = await purgePet(ctx, actor, petId);
      return redirectWithToast(href("/dashboard/pets/removed"), {
        type: "success",
        code: "pets.erased",
        params: { name },
      });
    }),
  });
}

export const handle = { i18n: ["pets", "plans", "removedPets"], title: "removedPets.title" };

type Removed = ReturnType<typeof useLoaderData<typeof loader>>["pets"][number];

export default function RemovedPetsPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { pets } = loaderData;
  const full = answer?.form.error?.plan?.[0];
  const path = [{ label: t("pets.title"), to: href("/dashboard/pets") }];
  return (
    <div className="mx-auto max-w-3xl wrap-anywhere">
      <PageHeader title={t("removedPets.title")} lead={t("removedPets.lead")} path={path} />
      {full && <PlanFull message={full} />}
      {pets.length === 0 ? (
        <EmptyState
          inCard
          drawing={<AnimalDrawing kind="cat" seed="nobody" />}
          title={t("removedPets.none")}
          text={t("removedPets.noneText")}
          actions={
            <ButtonLink to={href("/dashboard/pets")} variant="ghost">
              {t("pets.title")}
            </ButtonLink>
          }
        />
      ) : (
        <ul className="mt-5 grid gap-3">
          {pets.map((pet) => (
            <RemovedPet key={pet.id} pet={pet} />
          ))}
        </ul>
      )}
    </div>
  );
}

function RemovedPet({ pet }: { pet: Removed }) {
  const { t, format, language } = useViewer();
  const { id: petId, name } = pet;
  return (
    <Card as="li" pad="sm" className="flex flex-wrap items-center gap-4">
      <span className="size-16 shrink-0 overflow-hidden rounded-2 bg-brand-soft">
        <PetPhoto pet={pet} sizes="4rem" />
      </span>
      <div className="min-w-0 flex-[1_1_12rem]">
        <h2 className="text-base">
          <bdi>{name}</bdi>
        </h2>
        <p className="text-sm text-ink-2">
          <bdi>{pet.breed ? formatBreed(pet.breed, language) : formatAnimal(t, pet, language)}</bdi>
          {"\u00a0· "}
          {t("removedPets.until", { day: format.date(pet.erasedAt) })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <AppForm intent="restore" values={{ petId }}>
          <SubmitButton size="sm" icon={<RotateCcw aria-hidden />}>
            {t("removedPets.restore")}
          </SubmitButton>
        </AppForm>
        <AppForm intent="erase" values={{ petId }}>
          <ConfirmDialog
            trigger={
              <SubmitButton variant="ghost" size="sm" icon={<Trash aria-hidden />}>
                {t("removedPets.erase")}
              </SubmitButton>
            }
            title={t("removedPets.eraseTitle", { name })}
            description={t("removedPets.eraseText")}
            confirmLabel={t("removedPets.eraseConfirm")}
            cancelLabel={t("pets.remove.keep")}
          />
        </AppForm>
      </div>
    </Card>
  );
}
