import Funnel from "lucide-react/icons/funnel";
import { useTranslation } from "react-i18next";
import { Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { insiderOf } from "#app/features/accounts/actor.server.ts";
import { listPets } from "#app/features/pets/pet-list.server.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";
import { EmptyState } from "#app/platform/ui/empty.tsx";
import { Field } from "#app/platform/ui/field.tsx";
import { PageHeader } from "#app/platform/ui/page-header.tsx";
import { TabsNav } from "#app/platform/ui/tabs-nav.tsx";
import { NativeSelect } from "#app/platform/ui/text-input.tsx";
import { isPeriod, type Period, periods } from "../periods.rules.ts";
import { countScans, listScans } from "../scans.server.ts";
import { ScanTable } from "./scan-table.tsx";

export const handle = { title: "scans.title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world, actor } = await insiderOf(request, context);
  const query = new URL(request.url).searchParams;
  const asked = query.get("period");
  const period: Period = isPeriod(asked) ? asked : "all";
  const before = query.get("before") ?? undefined;
  const pets = await listPets(world, actor);
  const petId = pets.find((pet) => pet.id === query.get("pet"))?.id;
  const [list, total] = await Promise.all([
    listScans(world, actor, { period, petId, before }),
    countScans(world, actor, { period, petId }),
  ]);
  return {
    ...list,
    total,
    period,
    petId: petId ?? null,
    isFirst: !before,
    pets: pets.map(({ id, name }) => ({ id, name })),
  };
}

const here = "/dashboard/scan-records";

function addressOf(filter: { period: Period; petId: string | null; before?: string }): string {
  const query = new URLSearchParams();
  if (filter.period !== "all") query.set("period", filter.period);
  if (filter.petId) query.set("pet", filter.petId);
  if (filter.before) query.set("before", filter.before);
  return query.size > 0 ? `${here}?${query}` : here;
}

export default function ScanListScreen() {
  const { t } = useTranslation();
  const { scans, next, total, period, petId, isFirst, pets } = useLoaderData<typeof loader>();
  const isFiltered = period !== "all" || petId !== null;
  return (
    <>
      <PageHeader title={t("scans.title")} lead={t("scans.lead")} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <TabsNav
          label={t("scans.period")}
          tabs={periods.map((one) => ({
            to: addressOf({ period: one, petId }),
            label: t(`scans.periods.${one}`),
            current: one === period,
          }))}
        />
        {pets.length > 1 && <PetFilter key={petId} pets={pets} petId={petId} period={period} />}
      </div>
      <p role="status" className="mb-4 text-sm text-ink-2">
        {total > 0 && t("scans.count", { count: total })}
      </p>
      {scans.length > 0 ? (
        <ScanTable scans={scans} caption={t("scans.caption")} />
      ) : (
        <NoScans isFiltered={isFiltered || !isFirst} />
      )}
      {(next || !isFirst) && (
        <nav aria-label={t("form.pages")} className="mt-6 flex flex-wrap justify-center gap-3">
          {!isFirst && (
            <ButtonLink to={addressOf({ period, petId })} variant="quiet">
              {t("scans.newest")}
            </ButtonLink>
          )}
          {next && (
            <ButtonLink to={addressOf({ period, petId, before: next })} variant="ghost">
              {t("scans.older")}
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}

function PetFilter({
  pets,
  petId,
  period,
}: {
  pets: { id: string; name: string }[];
  petId: string | null;
  period: Period;
}) {
  const { t } = useTranslation();
  return (
    <Form action={here} className="flex items-center gap-2 max-md:w-full">
      {period !== "all" && <input type="hidden" name="period" value={period} />}
      <Field label={t("scans.pet")} hideLabel className="min-w-44 max-md:flex-1">
        <NativeSelect name="pet" defaultValue={petId ?? ""}>
          <option value="">{t("scans.allPets")}</option>
          {pets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Button type="submit" variant="ghost" icon={<Funnel aria-hidden />}>
        {t("scans.filter")}
      </Button>
    </Form>
  );
}

function NoScans({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      inCard
      drawing={<ScanDrawing />}
      title={t("scans.emptyTitle")}
      text={isFiltered ? t("scans.emptyFilteredText") : t("scans.emptyText")}
      actions={
        isFiltered ? (
          <ButtonLink to={here} variant="ghost">
            {t("scans.clearFilter")}
          </ButtonLink>
        ) : (
          <ButtonLink to="/dashboard/tags-management" variant="sun">
            {t("scans.toTags")}
          </ButtonLink>
        )
      }
    />
  );
}
