import Plus from "lucide-react/icons/plus";
import { href, Link } from "react-router";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { readListState } from "#app/features/admin-lists/list-state.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { governorates } from "#app/platform/map/governorates.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { optionsOf } from "#app/platform/ui/lists/search-form.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { Route } from "./+types/admin-clinics-page";
import { clinicStates, listClinics, readClinicSearch } from "./list-clinics.server.ts";

export const handle = { i18n: ["clinics", "checkout"], title: "clinics.title" satisfies WordKey };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = readClinicSearch(request);
  return {
    states: clinicStates,
    ...(await readListState({ request, context }, actor, query)),
    ...(await listClinics(ctx, actor, query)),
  };
}

/** Page that lists the vet clinics that finders are shown, by governorate. */
export default function AdminClinicsPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useViewer();
  const { clinics, states } = loaderData;
  const add = (
    <ButtonLink to={href("/admin/clinics/new")} icon={<Plus aria-hidden />}>
      {t("clinics.add")}
    </ButtonLink>
  );
  return (
    <AdminList
      title={t("clinics.title")}
      lead={t("clinics.lead")}
      actions={add}
      list={loaderData}
      search={{
        label: t("clinics.search"),
        placeholder: t("clinics.searchPlaceholder"),
        choices: [
          {
            name: "governorate",
            label: t("checkout.governorate"),
            any: t("clinics.allGovernorates"),
            options: optionsOf(governorates, (one) => t(`checkout.governorates.${one}`)),
          },
          {
            name: "state",
            label: t("clinics.state"),
            any: t("clinics.allStates"),
            options: optionsOf(states, (one) => t(`clinics.states.${one}`)),
          },
        ],
      }}
      csv={href("/admin/clinics.csv")}
      count={{ text: (count) => t("clinics.found", { count }) }}
      caption={t("clinics.title")}
      rows={clinics}
      rowKey={({ id }) => id}
      empty={(isNarrowed) => (
        <EmptyState
          inCard
          title={t(isNarrowed ? "clinics.noneFound" : "clinics.none")}
          text={t(isNarrowed ? "clinics.noneFoundText" : "clinics.noneText")}
          actions={
            isNarrowed ? (
              <ButtonLink to={href("/admin/clinics")} variant="ghost">
                {t("clinics.all")}
              </ButtonLink>
            ) : (
              add
            )
          }
        />
      )}
      columns={[
        {
          key: "name",
          sort: "name",
          head: t("clinics.name"),
          primary: true,
          cell: ({ id, nameEn, nameAr, isHidden }) => (
            <span className="flex flex-wrap items-center gap-2">
              <Link
                to={href("/admin/clinics/:clinicId", { clinicId: id })}
                prefetch="intent"
                className="link wrap-anywhere"
              >
                <bdi>{language === "ar" ? nameAr : nameEn}</bdi>
              </Link>
              {isHidden && <Chip>{t("clinics.states.hidden")}</Chip>}
            </span>
          ),
        },
        {
          key: "governorate",
          head: t("checkout.governorate"),
          cell: ({ governorate }) => t(`checkout.governorates.${governorate}`),
        },
        { key: "area", isWide: true, head: t("clinics.area"), cell: ({ area }) => <bdi>{area}</bdi> },
        { key: "phone", head: t("clinics.phone"), cell: ({ phone }) => <Ltr>{phone}</Ltr> },
        {
          key: "hours",
          head: t("clinics.hours"),
          cell: ({ isAlwaysOpen, hours }) => (isAlwaysOpen ? t("clinics.alwaysOpen") : <bdi>{hours}</bdi>),
        },
      ]}
    />
  );
}
