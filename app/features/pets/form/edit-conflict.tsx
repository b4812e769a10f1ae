import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatPartialDay } from "#app/platform/i18n/format.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import {
  type FinderItem,
  type Gender,
  type PetHabit,
  type PetNeed,
  type PetType,
  readBirthdate,
} from "../pets.rules.ts";
import type { Difference } from "./edit-conflict.rules.ts";
import { labelKey } from "./form-problems.tsx";

/**
 * Conflict notice after the pet was changed in another window: the current values beside the submitted ones, with a
 * choice for each field.
 */
export function EditConflict({ message, differences }: { message: string; differences: Difference[] }) {
  const t = useT();
  return (
    <Notice tone="sun" role="alert" title={t("petForm.stale.title")}>
      <p>{message}</p>
      <p className="mt-1">{t(differences.length > 0 ? "petForm.stale.choose" : "petForm.stale.nothing")}</p>
      <div className="mt-4 grid gap-4">
        {differences.map((difference, index) => (
          <Choice key={difference.field} difference={difference} name={`theirs[${index}]`} />
        ))}
      </div>
    </Notice>
  );
}

function Choice({ difference, name }: { difference: Difference; name: string }) {
  const t = useT();
  const { field, theirs, mine, isMineNew } = difference;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">{t(labelKey(field))}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <Side
          name={name}
          value={field}
          label={t("petForm.stale.theirs")}
          field={field}
          texts={theirs}
          on={!isMineNew}
        />
        <Side name={name} value="" label={t("petForm.stale.mine")} field={field} texts={mine} on={isMineNew} />
      </div>
    </fieldset>
  );
}

interface SideProps {
  name: string;
  value: string;
  label: string;
  field: string;
  texts: string[];
  on: boolean;
}

function Side({ name, value, label, field, texts, on }: SideProps) {
  const t = useT();
  const textOf = useValueLabels(field);
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-2 border border-line bg-surface p-3 has-checked:border-brand has-checked:ring-1 has-checked:ring-brand">
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={on}
        className="mt-1 size-4 accent-(--color-brand)"
      />
      <span className="min-w-0">
        <span className="block text-xs text-ink-2">{label}</span>
        {texts.length === 0 && <span className="text-ink-2">{t("petForm.stale.empty")}</span>}
        {texts.map((text) => (
          <bdi key={text} className="line-clamp-6 whitespace-pre-line">
            {textOf(text)}
          </bdi>
        ))}
      </span>
    </label>
  );
}

/** Returns a function that turns the value of a select field into the label that the form shows. */
function useValueLabels(field: string): (text: string) => string {
  const { t, format, language } = useViewer();
  if (field === "type") return (text) => t(`pets.types.${text as PetType}`);
  if (field === "gender") return (text) => t(`pets.genders.${text as Gender}`);
  if (field === "shown") return (text) => t(`pets.items.${text as FinderItem}`);
  if (field === "needs") return (text) => t(`pets.needs.${text as PetNeed}`);
  if (field === "habit") return (text) => t(`pets.habit.${text as PetHabit}`);
  if (field === "neutered") return (text) => t(text === "yes" ? "pets.yes" : "pets.no");
  if (field === "showPhone") return () => t("pets.items.on");
  if (field === "birthdate") return (text) => (readBirthdate(text) === text ? formatPartialDay(text, language) : text);
  if (field.endsWith("Checkup")) return (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? format.day(text) : text);
  return (text) => text;
}
