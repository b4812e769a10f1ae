import Heart from "lucide-react/icons/heart";
import LayoutGrid from "lucide-react/icons/layout-grid";
import LocateFixed from "lucide-react/icons/locate-fixed";
import MapIcon from "lucide-react/icons/map";
import Search from "lucide-react/icons/search";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { type ComponentType, type FormEvent, type SVGProps, useState } from "react";
import { Form, href, Link, useNavigate, useSearchParams } from "react-router";
import { animalIcons } from "#app/features/pets/animal-icons.ts";
import { petTypes } from "#app/features/pets/pets.rules.ts";
import { withQuery } from "#app/platform/http/safe-path.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { Excerpt } from "#app/platform/ui/excerpt.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { NativeSelect, Options, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { chipClass, FilterChip } from "#app/platform/ui/lists/filter-chips.tsx";
import { Spinner } from "#app/platform/ui/spinner.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";
import { cellOf, reportKinds } from "../reports.rules.ts";
import { distances, isFiltered, type ReportQuery, sorts } from "./report-query.rules.ts";

/** Returns a function that builds the board's URL with some parameters changed, leading to the first page. */
export function useBoardAddress() {
  const [search] = useSearchParams();
  return (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(search);
    next.delete("after");
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    return withQuery(href("/community-reports"), next);
  };
}

/** Search field and filter chips, which apply immediately. A short list is shown without search and kind filters. */
export function BoardFilters({ query, isShort }: { query: ReportQuery; isShort: boolean }) {
  return (
    <div className="grid grid-cols-1 gap-2 md:gap-3 print:hidden">
      {!isShort && <SearchForm query={query} />}
      <Chips query={query} isShort={isShort} />
    </div>
  );
}

function Chips({ query, isShort }: { query: ReportQuery; isShort: boolean }) {
  const t = useT();
  const address = useBoardAddress();
  return (
    <nav
      aria-label={t("reportBoard.narrow")}
      className="relative -mx-4 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:-mx-1 md:px-1"
    >
      <ul className="flex min-w-max items-center gap-2 md:min-w-0 md:flex-wrap">
        {!isShort && (
          <>
            <Choices
              options={reportKinds.map((kind) => ({
                to: address({ kind: query.kind === kind ? null : kind }),
                isOn: query.kind === kind,
                label: t(`lostFound.kinds.${kind}`),
              }))}
            />
            {petTypes.map((type) => {
              const Icon = animalIcons[type];
              return (
                <FilterChip
                  key={type}
                  to={address({ type: query.type === type ? null : type })}
                  isOn={query.type === type}
                  icon={<Icon aria-hidden />}
                >
                  <span className="max-md:sr-only">{t(`pets.types.${type}`)}</span>
                </FilterChip>
              );
            })}
          </>
        )}
        {query.place ? (
          <FilterChip to={address({ place: null, km: null, sort: null })} isOn icon={<LocateFixed aria-hidden />}>
            <Excerpt max={40}>{query.place}</Excerpt>
          </FilterChip>
        ) : (
          <NearMe query={query} />
        )}
        <Choices
          className="md:ms-auto"
          options={(["list", "map"] as const).map((view) => ({
            to: address({ view: view === "map" ? view : null }),
            isOn: query.view === view,
            label: t(view === "map" ? "reportBoard.asMap" : "reportBoard.asList"),
            Icon: view === "map" ? MapIcon : LayoutGrid,
          }))}
        />
        <li>
          <Link
            to={address({ status: query.isResolved ? null : "resolved" })}
            preventScrollReset
            aria-current={query.isResolved || undefined}
            className="inline-flex min-h-11 items-center gap-1.5 px-2 text-sm text-brand-deep underline-offset-4 hover:underline aria-[current]:font-semibold"
          >
            <Heart aria-hidden className="size-4" />
            {t("reportBoard.resolved")}
          </Link>
        </li>
      </ul>
    </nav>
  );
}

/** Links to the values of one parameter, joined to a single control. */
function Choices({
  options,
  className,
}: {
  options: readonly { to: string; isOn: boolean; label: string; Icon?: ComponentType<SVGProps<SVGSVGElement>> }[];
  className?: string;
}) {
  return (
    <li className={className}>
      <ul className="flex rounded-full border border-line bg-surface p-0.5">
        {options.map(({ to, isOn, label, Icon }) => (
          <li key={label}>
            <Link
              to={to}
              preventScrollReset
              aria-current={isOn || undefined}
              className="inline-flex min-h-10 items-center gap-1.5 rounded-full px-3.5 text-sm whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:bg-brand-soft aria-[current]:font-semibold aria-[current]:text-brand-deep"
            >
              {Icon && <Icon aria-hidden className="size-4" />}
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Search field with a disclosure for place and sort order. A plain GET form that works without JavaScript. */
function SearchForm({ query }: { query: ReportQuery }) {
  const t = useT();
  const navigate = useNavigate();
  // Used as the form's key, so that its fields follow the URL.
  const [search] = useSearchParams();
  const isPosition = query.near !== null && query.place === "";
  const defaultSort = query.text ? "best" : query.near ? "nearest" : "newest";
  const isUnknownPlace = query.place !== "" && query.near === null;

  /** Removes empty fields, and the position when a place was typed, from the URL. */
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const filledFields = [...new FormData(event.currentTarget)].filter(([, value]) => value !== "") as [
      string,
      string,
    ][];
    const next = new URLSearchParams(filledFields);
    if (next.has("place")) next.delete("near");
    if (!next.has("place") && !next.has("near")) next.delete("km");
    navigate(`${href("/community-reports")}?${next}`, { preventScrollReset: true });
  }
  return (
    <Form
      key={search.toString()}
      method="get"
      role="search"
      onSubmit={send}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2"
    >
      {query.kind && <input type="hidden" name="kind" value={query.kind} />}
      {query.type && <input type="hidden" name="type" value={query.type} />}
      {query.isResolved && <input type="hidden" name="status" value="resolved" />}
      {query.view === "map" && <input type="hidden" name="view" value="map" />}
      {isPosition && <input type="hidden" name="near" value={`${query.near?.latitude},${query.near?.longitude}`} />}
      <TextInput
        name="q"
        type="search"
        enterKeyHint="search"
        dir="auto"
        maxLength={80}
        defaultValue={query.text}
        aria-label={t("reportBoard.search")}
        placeholder={t("reportBoard.placeholder")}
        icon={<Search />}
      />
      <details open={isUnknownPlace} className="contents [&::details-content]:col-span-2">
        <summary
          className={cx(
            buttonClass({ variant: "ghost" }),
            "cursor-pointer list-none max-sm:px-3.5 [&::-webkit-details-marker]:hidden",
          )}
        >
          <SlidersHorizontal aria-hidden className="size-5" />
          <span className="max-sm:sr-only">{t("reportBoard.filters")}</span>
        </summary>
        <div className="col-span-2 grid grid-cols-2 items-end gap-3 rounded-2 border border-line bg-surface p-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
          <Field label={t("reportBoard.near")} className="max-md:col-span-2">
            <TextInput
              name="place"
              dir="auto"
              maxLength={100}
              defaultValue={query.place}
              placeholder={isPosition ? t("reportBoard.nearYou") : t("reportBoard.nearPlaceholder")}
            />
          </Field>
          <Field label={t("reportBoard.within")}>
            <NativeSelect name="km" defaultValue={query.near ? String(query.kilometres) : ""}>
              <option value="">{t("reportBoard.kilometres", { count: 10 })}</option>
              <Options
                values={distances.filter((distance) => distance !== 10)}
                label={(count) => t("reportBoard.kilometres", { count })}
              />
            </NativeSelect>
          </Field>
          <Field label={t("reportBoard.sort")}>
            <NativeSelect name="sort" defaultValue={search.get("sort") ? query.sort : ""}>
              <option value="">{t(`reportBoard.sorts.${defaultSort}`)}</option>
              <Options
                values={sorts.filter((sort) => sort !== defaultSort)}
                label={(sort) => t(`reportBoard.sorts.${sort}`)}
              />
            </NativeSelect>
          </Field>
          <div className="flex flex-wrap justify-end gap-3 max-md:col-span-2">
            {isFiltered(query) && (
              <ButtonLink to={href("/community-reports")} variant="quiet">
                {t("reportBoard.clear")}
              </ButtonLink>
            )}
            <Button type="submit">{t("reportBoard.apply")}</Button>
          </div>
        </div>
      </details>
    </Form>
  );
}

/** Asks the browser for its position and rounds it to about a kilometre, which is all the list needs. */
function NearMe({ query }: { query: ReportQuery }) {
  const t = useT();
  const navigate = useNavigate();
  const address = useBoardAddress();
  const [isAsking, setAsking] = useState(false);
  const icon = isAsking ? <Spinner /> : <LocateFixed aria-hidden />;
  if (query.near !== null)
    return (
      <FilterChip to={address({ near: null, km: null, sort: null })} isOn icon={icon}>
        {t("reportBoard.nearMe")}
      </FilterChip>
    );

  function handlePosition({ coords }: GeolocationPosition) {
    setAsking(false);
    const near = `${cellOf(coords.latitude) / 100},${cellOf(coords.longitude) / 100}`;
    navigate(address({ near, place: null, sort: null }), { preventScrollReset: true });
  }
  function handleFailure() {
    setAsking(false);
    showToast({ type: "error", title: t("reportBoard.nearMeFailed") });
  }
  function requestPosition() {
    if (isAsking) return;
    if (!("geolocation" in navigator)) return handleFailure();
    setAsking(true);
    navigator.geolocation.getCurrentPosition(handlePosition, handleFailure, { timeout: 10_000, maximumAge: 300_000 });
  }
  return (
    <li className="noscript:hidden">
      <button type="button" onClick={requestPosition} aria-busy={isAsking || undefined} className={chipClass(false)}>
        {icon}
        {t("reportBoard.nearMe")}
      </button>
    </li>
  );
}
