import Check from "lucide-react/icons/check";
import { type ReactNode, useId } from "react";
import { href, Link } from "react-router";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import { maxLengths } from "#app/features/orders/orders.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Excerpt } from "#app/platform/ui/excerpt.tsx";
import { errorClass } from "#app/platform/ui/forms/field-control.ts";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Code } from "#app/platform/ui/ltr.tsx";
import { codesField, type ParcelState, trackingField } from "./parcels.rules.ts";
import type { ParcelView } from "./ship-orders.server.ts";

interface ParcelTableProps {
  parcels: readonly ParcelView[];
  /** One for each parcel. */
  checked: readonly ParcelState[];
  /** What is in the fields, by name. */
  typed: Readonly<Record<string, string>>;
  isLive: boolean;
  onType: (name: string, value: string) => void;
}

const head = "h-11 border-b border-line bg-sunken/60 px-2.5 text-start text-xs font-[550] text-ink-2 first:ps-4";
const cell = "border-line px-2.5 py-1.5 align-middle md:first:ps-4 md:border-b md:group-last/row:border-b-0 max-md:p-0";
/** A cell of a narrow row, which says above its fields what belongs there. */
const labelled =
  "max-md:col-span-2 max-md:before:mb-1 max-md:before:block max-md:before:text-xs max-md:before:text-ink-3 max-md:before:content-[attr(data-label)]";

/** Table of parcels: order, customer, fields for the codes of the tags and for the tracking number, and a tick. */
export function ParcelTable({ parcels, ...rest }: ParcelTableProps) {
  const t = useT();
  const hasCodes = parcels.some(({ lines }) => lines.length > 0);
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 rounded-2 border border-line bg-surface text-sm shadow-1 max-md:block">
      <caption className="sr-only">{t("adminOrders.ship.title")}</caption>
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col" className={`${head} w-36`}>
            {t("adminOrders.ship.order")}
          </th>
          <th scope="col" className={head}>
            {t("adminOrders.ship.customer")}
          </th>
          {hasCodes && (
            <th scope="col" className={`${head} w-[30%]`}>
              {t("adminOrders.ship.codes")}
            </th>
          )}
          <th scope="col" className={`${head} w-[26%]`}>
            {t("orders.tracking")}
          </th>
          <th scope="col" className={`${head} w-12`}>
            <span className="sr-only">{t("adminOrders.ship.state")}</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {parcels.map((parcel, place) => (
          <ParcelRow key={parcel.id} {...rest} parcel={parcel} state={rest.checked[place]} hasCodes={hasCodes} />
        ))}
      </tbody>
    </table>
  );
}

interface ParcelRowProps extends Omit<ParcelTableProps, "parcels"> {
  parcel: ParcelView;
  state: ParcelState | undefined;
  hasCodes: boolean;
}

function ParcelRow({ parcel, state, hasCodes, typed, isLive, onType }: ParcelRowProps) {
  const { t, language } = useViewer();
  const { id, number, lines } = parcel;
  const isReady = isLive && state?.isReady === true;
  return (
    <tr className="group/row max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-2 max-md:border-b max-md:border-line max-md:p-3 max-md:last:border-b-0">
      <th scope="row" className={`${cell} text-start font-normal`}>
        <input type="hidden" name="ids" value={id} disabled={isLive && !isReady} />
        <Link to={href("/admin/orders/:orderNumber", { orderNumber: number })} className="link font-[550]">
          <Code>{number}</Code>
        </Link>
      </th>
      <td className={`${cell} max-md:order-1 max-md:col-span-2`}>
        {parcel.fullName && (
          <Excerpt className="block" max={60}>
            {parcel.fullName}
          </Excerpt>
        )}
        {parcel.city && (
          <Excerpt className="block text-xs text-ink-2" max={60}>
            {parcel.city}
          </Excerpt>
        )}
      </td>
      {hasCodes && (
        <td
          data-label={t("adminOrders.ship.codes")}
          className={`${cell} ${labelled} max-md:order-2 max-md:empty:hidden`}
        >
          {lines.map((line) => {
            const name = codesField(line.id);
            const found = state?.problems[line.id];
            const params = { codes: `\u2066${found?.codes.join(", ")}\u2069`, count: found?.count ?? 0 };
            return (
              <ScanField
                key={line.id}
                name={name}
                label={`${t("adminOrders.codesFor", { name: `\u2068${nameIn(language, line)}\u2069` })} · ${number}`}
                placeholder={`${nameIn(language, line)} × ${line.codes}`}
                value={typed[name] ?? ""}
                codes={line.codes}
                error={isLive && found && t(`adminOrders.ship.codeProblems.${found.problem}`, params)}
                isRight={isLive && state?.isChecked[line.id]}
                onType={onType}
              />
            );
          })}
        </td>
      )}
      <td data-label={t("orders.tracking")} className={`${cell} ${labelled} max-md:order-3`}>
        <ScanField
          name={trackingField(id)}
          label={`${t("orders.tracking")} · ${number}`}
          placeholder={t("form.optional")}
          value={typed[trackingField(id)] ?? ""}
          maxLength={maxLengths.tracking}
          error={isLive && state?.isTrackingTwice && t("adminOrders.ship.trackingTwice")}
          onType={onType}
        />
      </td>
      <td className={`${cell} text-center max-md:self-center`}>
        {isReady && (
          <span className="inline-grid size-6 place-items-center rounded-full bg-ok text-white">
            <Check aria-hidden className="size-4" strokeWidth={3} />
            <span className="sr-only">{t("adminOrders.ship.isReady")}</span>
          </span>
        )}
      </td>
    </tr>
  );
}

/** Low field that a scanner can fill, with a tick or what is wrong. */
function ScanField({
  name,
  label,
  placeholder,
  value,
  maxLength,
  codes,
  error,
  isRight,
  onType,
}: {
  name: string;
  label: string;
  placeholder: string;
  value: string;
  maxLength?: number;
  /** How many tag codes belong into the field, if it is one for codes. */
  codes?: number;
  error: ReactNode;
  isRight?: boolean | undefined;
  onType: (name: string, value: string) => void;
}) {
  const id = useId();
  return (
    <div className="relative not-first:mt-1.5">
      <TextInput
        name={name}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        data-codes={codes}
        placeholder={placeholder}
        value={value}
        onChange={({ currentTarget }) => onType(name, currentTarget.value)}
        maxLength={maxLength}
        ltr
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        className="min-h-11! py-1.5! pe-9! placeholder-shown:[direction:inherit] md:min-h-10! md:pointer-fine:text-sm!"
      />
      {isRight && <Check aria-hidden className="absolute end-3 top-3 size-4.5 text-ok" strokeWidth={3} />}
      <p id={id} role="status" className={error ? `${errorClass} mt-1` : "hidden"}>
        {error}
      </p>
    </div>
  );
}
