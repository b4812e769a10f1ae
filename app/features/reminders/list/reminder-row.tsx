import BellOff from "lucide-react/icons/bell-off";
import Check from "lucide-react/icons/check";
import { Fragment } from "react";
import { href, Link } from "react-router";
import { PetPhoto } from "#app/features/pets/cards/pet-photo.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import type { ListedReminder } from "../list-reminders.server.ts";
import { formatDue, formatRepetition, formatSnoozeEnd, titleOf } from "../reminder-texts.ts";
import { snoozes } from "../reminders.rules.ts";

/** Row of an open reminder: pet, title, due date and actions. */
export function ReminderRow({ reminder }: { reminder: ListedReminder }) {
  const { t, language, now, timeZone } = useViewer();
  const { id, pet, kind, dueState, note, snoozedUntil, dueDay } = reminder;
  const title = titleOf(t, reminder);
  const repetition = formatRepetition(t, reminder);
  const isDue = dueState !== "coming";
  // A due day that the list's heading names needs only its time.
  const due = dueState === "today" ? reminder.at : formatDue(reminder, language);
  const facts = [pet.name, reminder.title && kind !== "custom" && t(`reminders.kinds.${kind}`), repetition];
  return (
    <li
      id={id}
      className="relative flex flex-wrap items-center gap-x-3 gap-y-3 px-4 py-3.5 target:bg-brand-soft sm:gap-x-4 md:px-5"
    >
      <span className="size-11 shrink-0 self-start overflow-hidden rounded-full sm:size-12">
        <PetPhoto pet={pet} sizes="3rem" />
      </span>
      <div className="grid min-w-0 flex-[1_1_8rem] gap-0.5 wrap-anywhere">
        <h3 className="text-base leading-snug font-semibold">
          <Link
            to={href("/dashboard/reminders/:reminderId", { reminderId: id })}
            prefetch="intent"
            aria-label={t("reminders.editOne", { title })}
            className="stretched"
          >
            <bdi>{title}</bdi>
          </Link>
        </h3>
        {due && (
          <p className={cx("text-sm font-medium", dueState === "overdue" && "text-lost")}>
            <bdi>{due}</bdi>
          </p>
        )}
        <p className="text-sm text-ink-2">
          {facts
            .filter((fact) => typeof fact === "string")
            .map((fact, index) => (
              <Fragment key={fact}>
                {index > 0 && <span aria-hidden="true">{"\u00a0· "}</span>}
                <bdi>{fact}</bdi>
              </Fragment>
            ))}
        </p>
        {note && (
          <p className="text-sm whitespace-pre-line text-ink-2">
            <bdi className="line-clamp-3">{note}</bdi>
          </p>
        )}
        {snoozedUntil && (
          <p className="mt-1">
            <Chip tone="info" icon={<BellOff />}>
              {t("reminders.snoozed", {
                time: formatSnoozeEnd(snoozedUntil, new Date(now), language, timeZone),
              })}
            </Chip>
          </p>
        )}
      </div>
      <div className={cx("relative z-1 flex flex-wrap items-center gap-2", isDue && "max-sm:w-full max-sm:ps-14")}>
        <AppForm intent="finish" values={{ reminderId: id, day: dueDay }} preventScrollReset>
          <SubmitButton size="sm" icon={<Check aria-hidden />} variant="ghost">
            {t("reminders.finish")}
          </SubmitButton>
        </AppForm>
        {isDue && <SnoozeMenu reminder={reminder} />}
      </div>
    </li>
  );
}

function SnoozeMenu({ reminder }: { reminder: ListedReminder }) {
  const t = useT();
  return (
    // Remounted, and so closed, once the reminder is snoozed.
    <details key={String(reminder.snoozedUntil)} name="later" className="group relative">
      <summary
        className={`${buttonClass({ variant: "ghost", size: "sm" })} cursor-pointer list-none group-open:bg-sunken [&::-webkit-details-marker]:hidden`}
      >
        {t("reminders.later")}
      </summary>
      <AppForm
        intent="snooze"
        values={{ reminderId: reminder.id, day: reminder.dueDay }}
        preventScrollReset
        className="absolute end-0 z-10 mt-1 grid w-44 gap-2 rounded-2 border border-line bg-surface p-3 shadow-2 max-sm:start-0 max-sm:end-auto"
      >
        {snoozes.map((span) => (
          <SubmitButton key={span} full size="sm" variant="ghost" name="span" value={span}>
            {t(`reminders.snoozes.${span}`)}
          </SubmitButton>
        ))}
      </AppForm>
    </details>
  );
}
