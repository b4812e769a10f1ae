import LocateFixed from "lucide-react/icons/locate-fixed";
import Search from "lucide-react/icons/search";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, href, useNavigate, useSearchParams } from "react-router";
import { petTypes } from "#app/features/pets/pets.rules.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { NativeSelect, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";
import { cellOf, reportKinds } from "../reports.rules.ts";
import { distances, isFiltered, type ReportQuery, sorts } from "./report-query.rules.ts";

/** What is looked for, and where. A plain form: the browser writes the address. On a phone all but the words opens on demand. */
export function SearchForm({ query }: { query: ReportQuery }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // A form that is filled in anew whenever the address changes.
  const [search] = useSearchParams();
  const [isOpen, setOpen] = useState(query.kind !== null || query.type !== null || query.near !== null);
  const unlessOpen = isOpen ? "" : "max-md:not-noscript:hidden";
  const isPosition = query.near !== null && query.place === "";

  /** Empty fields and a position beside a typed place would only make the address long. */
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const asked = [...new FormData(event.currentTarget)].filter(([, value]) => value !== "") as [string, string][];
    const next = new URLSearchParams(asked);
    if (next.has("place")) next.delete("near");
    if (!next.has("place") && !next.has("near")) next.delete("km");
    navigate(`${href("/community-reports")}?${next}`, { preventScrollReset: true });
  }
  return (
    <Card pad="sm" className="md:p-5 print:hidden">
      <Form key={search.toString()} method="get" role="search" onSubmit={send} className="grid grid-cols-1 gap-4">
        {query.isResolved && <input type="hidden" name="status" value="resolved" />}
        {query.view === "map" && <input type="hidden" name="view" value="map" />}
        {isPosition && <input type="hidden" name="near" value={`${query.near?.latitude},${query.near?.longitude}`} />}
        <div className="grid grid-cols-1 gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
          <Field label={t("lostFound.list.search")}>
            <TextInput
              name="q"
              type="search"
              dir="auto"
              maxLength={80}
              defaultValue={query.text}
              placeholder={t("lostFound.list.placeholder")}
              icon={<Search />}
            />
          </Field>
          <Field label={t("lostFound.list.kind")} className={unlessOpen}>
            <NativeSelect name="kind" defaultValue={query.kind ?? ""}>
              <option value="">{t("lostFound.list.everyKind")}</option>
              {reportKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`lostFound.kinds.${kind}`)}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field label={t("lostFound.list.type")} className={unlessOpen}>
            <NativeSelect name="type" defaultValue={query.type ?? ""}>
              <option value="">{t("lostFound.list.everyType")}</option>
              {petTypes.map((type) => (
                <option key={type} value={type}>
                  {t(`pets.types.${type}`)}
                </option>
              ))}
            </NativeSelect>
          </Field>
        </div>
        <div
          className={cx(
            "grid grid-cols-1 gap-3 sm:grid-cols-2 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]",
            unlessOpen,
          )}
        >
          <Field label={t("lostFound.list.near")} className="sm:max-md:col-span-2">
            <div className="flex gap-2">
              <div className="min-w-0 flex-1">
                <TextInput
                  name="place"
                  dir="auto"
                  maxLength={100}
                  defaultValue={query.place}
                  aria-label={t("lostFound.list.near")}
                  placeholder={isPosition ? t("lostFound.list.nearYou") : t("lostFound.list.nearPlaceholder")}
                />
              </div>
              <NearMe />
            </div>
          </Field>
          <Field label={t("lostFound.list.within")}>
            <NativeSelect name="km" defaultValue={query.near ? String(query.kilometres) : ""}>
              <option value="">{t("lostFound.list.kilometres", { count: 10 })}</option>
              {distances
                .filter((distance) => distance !== 10)
                .map((distance) => (
                  <option key={distance} value={distance}>
                    {t("lostFound.list.kilometres", { count: distance })}
                  </option>
                ))}
            </NativeSelect>
          </Field>
          <Field label={t("lostFound.list.sort")}>
            <NativeSelect name="sort" defaultValue={search.get("sort") ? query.sort : ""}>
              <option value="">
                {t(`lostFound.list.sorts.${query.text ? "best" : query.near ? "nearest" : "newest"}`)}
              </option>
              {sorts
                .filter((sort) => sort !== (query.text ? "best" : query.near ? "nearest" : "newest"))
                .map((sort) => (
                  <option key={sort} value={sort}>
                    {t(`lostFound.list.sorts.${sort}`)}
                  </option>
                ))}
            </NativeSelect>
          </Field>
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            variant="ghost"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            icon={<SlidersHorizontal aria-hidden />}
            className="me-auto md:hidden noscript:hidden"
          >
            {t("lostFound.list.filters")}
          </Button>
          {isFiltered(query) && (
            <ButtonLink to={href("/community-reports")} variant="quiet">
              {t("lostFound.list.clear")}
            </ButtonLink>
          )}
          <Button type="submit">{t("lostFound.list.apply")}</Button>
        </div>
      </Form>
    </Card>
  );
}

/** Asks the browser where it is and keeps no more of it than the list needs: about a kilometre. */
function NearMe() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isAsking, setAsking] = useState(false);

  function found({ coords }: GeolocationPosition) {
    setAsking(false);
    const next = new URLSearchParams(search);
    next.set("near", `${cellOf(coords.latitude) / 100},${cellOf(coords.longitude) / 100}`);
    for (const name of ["place", "after", "sort"]) next.delete(name);
    navigate(`?${next}`, { preventScrollReset: true });
  }
  function failed() {
    setAsking(false);
    showToast({ type: "error", title: t("lostFound.list.nearMeFailed") });
  }
  function ask() {
    if (!("geolocation" in navigator)) return failed();
    setAsking(true);
    navigator.geolocation.getCurrentPosition(found, failed, { timeout: 10_000, maximumAge: 300_000 });
  }
  return (
    <Button
      variant="ghost"
      pending={isAsking}
      onClick={ask}
      icon={<LocateFixed aria-hidden />}
      className="noscript:hidden"
    >
      {t("lostFound.list.nearMe")}
    </Button>
  );
}
