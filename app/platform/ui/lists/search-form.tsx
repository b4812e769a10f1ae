import Search from "lucide-react/icons/search";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { type FormEvent, useEffect, useId, useRef } from "react";
import { Form, useLocation, useNavigation, useSubmit } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "../button.tsx";
import { cx } from "../cx.ts";
import { NativeSelect, OptionList, TextInput } from "../forms/text-input.tsx";
import { LabelledChips, type Option } from "./filter-chips.tsx";

export interface Choice {
  name: string;
  label: string;
  value: string | null | undefined;
  /** Label of the empty choice; without it, one option is always selected. */
  any?: string;
  options: readonly Option[];
}

/** Date range of a search (`YYYY-MM-DD`). */
export interface SearchDays {
  from: string | undefined;
  to: string | undefined;
  today: string;
}

/** Further search text of a list, beside the first one. */
export interface SearchText {
  name: string;
  label: string;
  value: string;
}

interface SearchFormProps {
  /** Search text; `q` in the URL unless `name` is set. */
  text: { name?: string; label: string; value: string; placeholder?: string; maxLength?: number };
  /** Further search texts, shown among the filters. */
  moreTexts?: readonly SearchText[];
  choices?: readonly Choice[];
  /** Shows choices with few options as chips, each a link that takes effect immediately. */
  withChips?: boolean;
  /** Fields for the first and last day (`from` and `to`, `YYYY-MM-DD`). */
  days?: SearchDays | undefined;
  /** Further parameters to keep in the URL. */
  otherParams?: Record<string, string | null | undefined | false>;
}

/** Maximum number of options shown as chips; choices with more use a select. */
const maxChips = 6;

/** Returns the options of a choice. */
export function optionsOf<Value extends string>(values: readonly Value[], label: (value: Value) => string) {
  return values.map((value) => ({ value, label: label(value) }));
}

/**
 * Search form with filters, kept in the URL. A choice takes effect immediately; without JavaScript, selects need the
 * button. Choices of a pending navigation are taken into account, and a page that arrives does not overwrite what is
 * being typed.
 */
export function SearchForm({
  text,
  moreTexts = [],
  choices: all = [],
  withChips = false,
  days,
  otherParams: others = {},
}: SearchFormProps) {
  const t = useT();
  const chips = withChips ? all.filter(({ options }) => options.length <= maxChips) : [];
  const choices = all.filter((choice) => !chips.includes(choice));
  const hiddenParams = { ...others, ...Object.fromEntries(chips.map(({ name, value }) => [name, value])) };
  const submit = useSubmit();
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const sentText = useRef(text.value);
  const textName = text.name ?? "q";
  const send = (from: HTMLFormElement) => {
    const params = new FormData(from);
    sentText.current = String(params.get(textName));
    const newest = new URLSearchParams(next?.pathname === pathname ? next.search : window.location.search);
    for (const name of Object.keys(hiddenParams)) params.set(name, newest.get(name) ?? "");
    for (const [name, value] of [...params]) if (value === "") params.delete(name);
    submit(params, { method: "get", preventScrollReset: true });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event.currentTarget);
  };
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    if (event.target instanceof HTMLSelectElement) send(event.currentTarget);
  };
  const hasMore = days !== undefined || chips.length > 0 || moreTexts.length > 0;
  const isNarrowed = Boolean(
    days?.from ||
      days?.to ||
      moreTexts.some(({ value }) => value) ||
      all.some(({ value, any, options }) => value && value !== (any ? undefined : options[0]?.value)),
  );
  const chosen = JSON.stringify(choices.map(({ name, value }) => [name, value]));
  useEffect(() => {
    // Back navigation and links change the URL too.
    for (const [name, value] of JSON.parse(chosen) as [string, string | null][]) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLSelectElement) field.value = value ?? "";
    }
  }, [chosen]);
  useEffect(() => {
    const field = form.current?.elements.namedItem(textName);
    if (!(field instanceof HTMLInputElement) || field.value !== sentText.current) return;
    // A trailing space means that the user is still typing.
    if (field.value.trim() === text.value) return;
    field.value = text.value;
    sentText.current = text.value;
  }, [text.value, textName]);
  return (
    <Form
      ref={form}
      method="get"
      role="search"
      preventScrollReset
      onSubmit={onSubmit}
      onChange={onChange}
      className="flex flex-wrap gap-3"
    >
      {Object.entries(hiddenParams).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <div className="min-w-[min(100%,8rem)] flex-[2_1_8rem] sm:min-w-[min(100%,13rem)] sm:flex-[2_1_16rem]">
        <TextInput
          name={textName}
          type="search"
          dir="auto"
          defaultValue={text.value}
          maxLength={text.maxLength ?? 100}
          aria-label={text.label}
          placeholder={text.placeholder ?? text.label}
          icon={<Search />}
          // An empty field with automatic direction would show its placeholder left to right.
          className="placeholder-shown:[direction:inherit]"
        />
      </div>
      {hasMore && (
        <>
          <input type="checkbox" id={`${id}-more`} defaultChecked={isNarrowed} className="peer sr-only sm:hidden" />
          <label
            htmlFor={`${id}-more`}
            title={t("form.filters")}
            className="grid size-12.5 shrink-0 place-items-center rounded-full border-[1.5px] border-line bg-surface peer-checked:border-edge peer-checked:bg-sunken peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-brand sm:hidden"
          >
            <SlidersHorizontal aria-hidden className="size-5" />
            <span className="sr-only">{t("form.filters")}</span>
          </label>
        </>
      )}
      <div
        className={cx(
          "flex flex-wrap gap-3 empty:hidden sm:contents",
          hasMore ? "max-sm:hidden max-sm:w-full max-sm:peer-checked:flex" : "max-sm:order-last max-sm:w-full",
        )}
      >
        {moreTexts.map(({ name, label, value }) => (
          // The key replaces the field when a link or the back button changes the URL.
          <div key={`${name} ${value}`} className="min-w-[min(100%,13rem)] flex-[2_1_16rem]">
            <TextInput
              name={name}
              type="search"
              dir="auto"
              defaultValue={value}
              maxLength={100}
              aria-label={label}
              placeholder={label}
              className="placeholder-shown:[direction:inherit]"
            />
          </div>
        ))}
        {choices.map(({ name, label, value, any, options }) => (
          <div key={name} className="min-w-32 flex-[1_1_8rem] lg:max-w-56">
            <NativeSelect name={name} defaultValue={value ?? ""} aria-label={label}>
              {any && <option value="">{any}</option>}
              <OptionList options={options} />
            </NativeSelect>
          </div>
        ))}
        {days &&
          (["from", "to"] as const).map((name) => (
            <div
              key={name}
              className="flex min-w-[min(100%,15rem)] flex-[1_1_15rem] items-center gap-2 text-sm lg:max-w-64"
            >
              <label htmlFor={`${id}-${name}`} className="shrink-0 text-ink-2">
                {t(`form.${name}Day`)}
              </label>
              <TextInput
                id={`${id}-${name}`}
                type="date"
                name={name}
                defaultValue={days[name] ?? ""}
                max={days.today}
              />
            </div>
          ))}
        {chips.length > 0 && (
          <div className="flex flex-wrap gap-x-6 gap-y-2 max-sm:w-full sm:order-last sm:basis-full">
            {chips.map(({ name, label, value, any, options }) => (
              <LabelledChips key={name} label={label} name={name} value={value} options={options} isFixed={!any} />
            ))}
          </div>
        )}
      </div>
      <SearchButton />
    </Form>
  );
}

/** Button of a search: on a phone, an icon beside the field. */
export function SearchButton() {
  const t = useT();
  return (
    <Button type="submit" variant="ghost" title={t("form.search")} className="max-sm:size-12.5 max-sm:p-0">
      <Search aria-hidden className="size-5 sm:hidden" />
      <span className="max-sm:sr-only">{t("form.search")}</span>
    </Button>
  );
}
