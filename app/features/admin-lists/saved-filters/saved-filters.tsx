import X from "lucide-react/icons/x";
import { href, Link, useLocation, useRouteLoaderData, useSearchParams } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { isNarrowed, maxFilterNameLength, readFilters } from "./saved-filters.rules.ts";
import type { SavedFilter } from "./saved-filters.server.ts";

const frame = "layouts/admin/admin-layout";

/** The administrator's saved filters for this list as chips, and a form to save the current filters. */
export function SavedFilters() {
  const t = useT();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const loaded = useRouteLoaderData(frame) as { savedFilters?: SavedFilter[] } | undefined;
  const ownFilters = (loaded?.savedFilters ?? []).filter(({ listPath }) => listPath === pathname);
  const now = readFilters(query);
  const canSave = isNarrowed(now) && !ownFilters.some((one) => one.query === now);
  if (ownFilters.length === 0 && !canSave) return null;
  const values = { listPath: pathname, query: now };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {ownFilters.length > 0 && (
        <ul aria-label={t("bulk.filters.title")} className="flex flex-wrap gap-2">
          {ownFilters.map(({ id, name, query: filters }) => (
            <li
              key={id}
              className={cx(
                "flex max-w-full items-center rounded-3 border text-sm",
                filters === now ? "border-brand bg-brand-soft text-brand-deep" : "border-line-strong",
              )}
            >
              <Link
                to={`?${filters}`}
                aria-current={filters === now ? "page" : undefined}
                className="inline-flex min-h-11 min-w-0 items-center ps-4 pe-1 wrap-anywhere"
              >
                <bdi>{name}</bdi>
              </Link>
              <AppForm intent="delete" values={{ ...values, id }} action={href("/admin/saved-filters")}>
                <button
                  type="submit"
                  aria-label={t("bulk.filters.delete", { name })}
                  className="grid size-11 place-items-center rounded-full text-ink-2 hover:text-ink"
                >
                  <X aria-hidden className="size-4" />
                </button>
              </AppForm>
            </li>
          ))}
        </ul>
      )}
      {canSave && (
        <Disclosure key={now} summary={t("bulk.filters.save")}>
          <AppForm
            intent="save"
            values={values}
            action={href("/admin/saved-filters")}
            className="flex flex-wrap items-end gap-2"
          >
            <Field label={t("bulk.filters.name")}>
              <TextInput name="name" required maxLength={maxFilterNameLength} dir="auto" autoComplete="off" />
            </Field>
            <SubmitButton variant="ghost">{t("bulk.filters.keep")}</SubmitButton>
          </AppForm>
        </Disclosure>
      )}
    </div>
  );
}
