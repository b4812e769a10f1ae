import CircleCheck from "lucide-react/icons/circle-check";
import Plus from "lucide-react/icons/plus";
import { href, useSearchParams } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import type { DoneReminder, listDoneReminders, listOpenReminders } from "../list-reminders.server.ts";
import { titleOf } from "../reminder-texts.ts";
import { dueStates } from "../reminders.rules.ts";
import { ReminderRow } from "./reminder-row.tsx";

interface Lists {
  open: Awaited<ReturnType<typeof listOpenReminders>> | null;
  done: Awaited<ReturnType<typeof listDoneReminders>> | null;
  hasPets: boolean;
}

function DoneRow({ done }: { done: DoneReminder }) {
  const { t, format } = useViewer();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <CircleCheck aria-hidden className="size-6 shrink-0 text-ok" />
      <div className="min-w-0 flex-[1_1_14rem] wrap-anywhere">
        <p className="font-semibold">
          <bdi>{titleOf(t, done)}</bdi>
          <span className="font-normal text-ink-2">
            <span aria-hidden="true">{"\u00a0· "}</span>
            <bdi>{done.pet.name}</bdi>
          </span>
        </p>
        <p className="text-sm text-ink-2">
          {t("reminders.doneOn", {
            day: format.day(done.day, "shortDate"),
            doneAt: format.date(done.doneAt, "shortDate"),
          })}
        </p>
      </div>
      {done.canReopen && (
        <AppForm intent="reopen" values={{ reminderId: done.id, day: done.day }} preventScrollReset>
          <SubmitButton size="sm" variant="quiet">
            {t("reminders.reopen")}
          </SubmitButton>
        </AppForm>
      )}
    </li>
  );
}

/** One page of open reminders, grouped by overdue, today and coming, or of completed ones. */
export function ReminderList({ open, done, hasPets }: Lists) {
  const list = done ?? open;
  if (!list || list.total === 0) return <Nothing isDone={done !== null} hasPets={hasPets} />;
  return (
    <>
      {open && dueStates.map((dueState) => <Group key={dueState} dueState={dueState} open={open} />)}
      {done && (
        <Card pad="none" className="mb-6">
          <ul className="divide-y divide-line">
            {done.done.map((one) => (
              <DoneRow key={`${one.id} ${one.day}`} done={one} />
            ))}
          </ul>
        </Card>
      )}
      <Pages page={list.page} pageCount={list.pageCount} />
    </>
  );
}

function Group({ dueState, open }: { dueState: (typeof dueStates)[number]; open: NonNullable<Lists["open"]> }) {
  const t = useT();
  const reminders = open.reminders.filter((one) => one.dueState === dueState);
  if (reminders.length === 0) return null;
  return (
    <section className="mb-7">
      <h2 className="mb-3 text-lg">{t(`reminders.dueStates.${dueState}`)}</h2>
      <Card as="div" pad="none">
        <ul className="divide-y divide-line *:first:rounded-t-2 *:last:rounded-b-2">
          {reminders.map((reminder) => (
            <ReminderRow key={reminder.id} reminder={reminder} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function Pages({ page, pageCount }: { page: number; pageCount: number }) {
  const [asked] = useSearchParams();
  const toPage = (number: number) => {
    const next = new URLSearchParams(asked);
    next.set("page", String(number));
    return `?${next}`;
  };
  return <Pager page={page} pageCount={pageCount} toPage={toPage} />;
}

function Nothing({ isDone, hasPets }: { isDone: boolean; hasPets: boolean }) {
  const t = useT();
  if (isDone)
    return (
      <EmptyState
        inCard
        drawing={<AnimalDrawing kind="cat" seed="nothing-done" />}
        title={t("reminders.emptyDone")}
        text={t("reminders.emptyDoneText")}
      />
    );
  return (
    <EmptyState
      inCard
      drawing={<AnimalDrawing kind="dog" seed="reminders" />}
      title={t("reminders.emptyTitle")}
      text={hasPets ? t("reminders.emptyText") : t("reminders.needPet")}
      // With pets, the page's header has the button.
      actions={
        hasPets ? undefined : (
          <ButtonLink to={href("/dashboard/pets/new")} size="lg" icon={<Plus aria-hidden />}>
            {t("reminders.addPet")}
          </ButtonLink>
        )
      }
    />
  );
}
