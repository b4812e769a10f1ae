import BellOff from "lucide-react/icons/bell-off";
import Check from "lucide-react/icons/check";
import ClipboardPlus from "lucide-react/icons/clipboard-plus";
import Pencil from "lucide-react/icons/pencil";
import Pill from "lucide-react/icons/pill";
import Repeat from "lucide-react/icons/repeat";
import Stethoscope from "lucide-react/icons/stethoscope";
import Syringe from "lucide-react/icons/syringe";
import { href, Link } from "react-router";
import { PetPhoto } from "#app/features/pets/cards/pet-photo.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import type { ListedReminder } from "../list-reminders.server.ts";
import { formatDue, formatRepetition, formatSnoozeEnd, titleOf } from "../reminder-words.ts";
import { type ReminderKind, snoozes } from "../reminders.rules.ts";

const icons = { vaccination: Syringe, checkup: Stethoscope, medication: Pill, custom: ClipboardPlus };

export function KindIcon({ kind }: { kind: ReminderKind }) {
  const Icon = icons[kind];
  return <Icon aria-hidden />;
}

/** Row of an open reminder: pet, title, due date and actions. */
export function ReminderRow({ reminder }: { reminder: ListedReminder }) {
  const t = useT();
  const { language, now, timeZone } = useViewer();
  const { id, pet, kind, standing, note, snoozedUntil, dueDay } = reminder;
  const title = titleOf(t, reminder);
  const rhythm = formatRepetition(t, reminder);
  return (
    <Card as="li" id={id} pad="none" className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 target:border-brand">
      <span className="size-14 shrink-0 overflow-hidden rounded-2">
        <PetPhoto pet={pet} sizes="3.5rem" />
      </span>
      <div className="grid min-w-0 flex-[1_1_14rem] gap-1 wrap-anywhere">
        <h3 className="text-base leading-snug font-semibold">
          <bdi>{title}</bdi>
        </h3>
        <p className="text-sm text-ink-2">
          <bdi>{pet.name}</bdi>
          <span aria-hidden="true"> · </span>
          <bdi>{formatDue(reminder, language)}</bdi>
        </p>
        {note && (
          <p className="line-clamp-3 text-sm whitespace-pre-line text-ink-2">
            <bdi>{note}</bdi>
          </p>
        )}
        <div className="mt-1 flex flex-wrap gap-2">
          {standing !== "coming" && (
            <Chip tone={standing === "overdue" ? "lost" : "sun"} dot>
              {t(`reminders.standings.${standing}`)}
            </Chip>
          )}
          {reminder.title && <Chip icon={<KindIcon kind={kind} />}>{t(`reminders.kinds.${kind}`)}</Chip>}
          {rhythm && <Chip icon={<Repeat />}>{rhythm}</Chip>}
          {snoozedUntil && (
            <Chip tone="info" icon={<BellOff />}>
              {t("reminders.snoozed", {
                time: formatSnoozeEnd(snoozedUntil, new Date(now), language, timeZone),
              })}
            </Chip>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <AppForm intent="finish" values={{ reminderId: id, day: dueDay }} preventScrollReset>
          <SubmitButton size="sm" icon={<Check aria-hidden />} variant="ghost">
            {t("reminders.finish")}
          </SubmitButton>
        </AppForm>
        {standing !== "coming" && <SnoozeMenu reminder={reminder} />}
        <Link
          to={href("/dashboard/reminders/:reminderId", { reminderId: id })}
          prefetch="intent"
          aria-label={t("reminders.editOne", { title })}
          className={buttonClass({ variant: "quiet", size: "sm", square: true })}
        >
          <Pencil aria-hidden className="size-5" />
        </Link>
      </div>
    </Card>
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
