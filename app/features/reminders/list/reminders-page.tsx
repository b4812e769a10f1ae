import CalendarPlus from "lucide-react/icons/calendar-plus";
import Copy from "lucide-react/icons/copy";
import Plus from "lucide-react/icons/plus";
import Stethoscope from "lucide-react/icons/stethoscope";
import { href, Link } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { CareTabs } from "#app/features/tips/care-tabs.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, emptyForm, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Button, ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";
import { deleteCalendarLink, findCalendarLink, renewCalendarLink } from "../calendar/calendar.server.ts";
import { completeReminder, snoozeReminder, undoReminderCompletion } from "../due-reminders.server.ts";
import {
  createCheckupReminder,
  listDoneReminders,
  listOpenReminders,
  listSuggestedCheckups,
} from "../list-reminders.server.ts";
import { doneForm, snoozeForm, suggestionForm } from "../reminders.forms.server.ts";
import type { Route } from "./+types/reminders-page";
import { ReminderList } from "./reminder-list.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const asked = new URL(request.url).searchParams;
  const pets = await listPets(ctx, actor);
  const pet = pets.find(({ id }) => id === asked.get("pet")) ?? null;
  const which = { petId: pet?.id, page: Number(asked.get("page")) || 1 };
  const isDone = asked.get("show") === "done";
  const [open, done, suggestions, calendar] = await Promise.all([
    isDone ? null : listOpenReminders(ctx, actor, which),
    isDone ? listDoneReminders(ctx, actor, which) : null,
    isDone ? [] : listSuggestedCheckups(ctx, actor, pet?.id),
    findCalendarLink(ctx, actor),
  ]);
  return { open, done, suggestions, calendar, pet: pet && { id: pet.id, name: pet.name }, hasPets: pets.length > 0 };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  // The router's URL of the page: scripts post to `….data`, which cannot be redirected to.
  const back = new URL(args.url);
  const done = (code: WordKey) => redirectWithToast(back.pathname + back.search, code);
  const after = <Value,>(work: (value: Value) => Promise<void>, code: Parameters<typeof done>[0]) => {
    return async (value: Value) => {
      await work(value);
      return done(code);
    };
  };
  return handleIntents(
    args,
    {
      finish: defineIntent(
        doneForm,
        after((form) => completeReminder(ctx, actor, form), "reminders.finished"),
      ),
      reopen: defineIntent(
        doneForm,
        after((form) => undoReminderCompletion(ctx, actor, form), "reminders.reopened"),
      ),
      snooze: defineIntent(
        snoozeForm,
        after((form) => snoozeReminder(ctx, actor, form), "reminders.snoozedToast"),
      ),
      accept: defineIntent(
        suggestionForm,
        after(({ petId }) => createCheckupReminder(ctx, actor, petId), "reminders.added"),
      ),
      renewCalendar: defineIntent(
        emptyForm,
        after(() => renewCalendarLink(ctx, actor), "reminders.feed.made"),
      ),
      revokeCalendar: defineIntent(
        emptyForm,
        after(() => deleteCalendarLink(ctx, actor), "reminders.feed.revoked"),
      ),
    },
    { failed: "reminders.failed" },
  );
}

export const handle = { i18n: ["reminders", "tips"], title: "reminders.title" };

function CalendarCard({ address }: { address: string | null }) {
  const t = useT();
  return (
    <Card as="section" className="mt-8">
      <CardHeader title={t("reminders.feed.title")} text={t("reminders.feed.text")} />
      {address ? (
        <Address address={address} />
      ) : (
        <AppForm intent="renewCalendar" preventScrollReset>
          <SubmitButton variant="ghost" icon={<CalendarPlus aria-hidden />}>
            {t("reminders.feed.create")}
          </SubmitButton>
        </AppForm>
      )}
    </Card>
  );
}

function Address({ address }: { address: string }) {
  const t = useT();
  const ask = (intent: "renewCalendar" | "revokeCalendar", tone: "main" | "lost") => {
    const key = intent === "renewCalendar" ? "renew" : "revoke";
    const label = t(`reminders.feed.${key}`);
    return (
      <ConfirmDialog
        trigger={
          <SubmitButton variant="quiet" size="sm" name="intent" value={intent}>
            {label}
          </SubmitButton>
        }
        title={t(`reminders.feed.${key}Title`)}
        description={t(`reminders.feed.${key}Text`)}
        tone={tone}
      />
    );
  };
  async function copy() {
    await navigator.clipboard.writeText(address);
    showToast({ type: "success", title: t("reminders.feed.copied") });
  }
  return (
    <div className="grid gap-4">
      <Field label={t("reminders.feed.address")} hint={t("reminders.feed.secret")}>
        <TextInput ltr readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" variant="ghost" icon={<Copy aria-hidden />} onClick={() => void copy()}>
          {t("reminders.feed.copy")}
        </Button>
        <a href={address.replace(/^https?:/, "webcal:")} className={buttonClass({ variant: "ghost", size: "sm" })}>
          <CalendarPlus aria-hidden className="size-5" />
          {t("reminders.feed.subscribe")}
        </a>
        <AppForm preventScrollReset className="flex flex-wrap gap-2 sm:ms-auto">
          {ask("renewCalendar", "main")}
          {ask("revokeCalendar", "lost")}
        </AppForm>
      </div>
    </div>
  );
}

/** Check-ups in the pets' records that have no reminder yet. */
function Suggestions({ suggestions }: { suggestions: { petId: string; name: string; day: string }[] }) {
  const { t, format } = useViewer();
  return suggestions.map(({ petId, name, day }) => (
    <Notice
      key={petId}
      tone="brand"
      icon={<Stethoscope />}
      className="mb-4"
      action={
        <AppForm intent="accept" values={{ petId }} preventScrollReset>
          <SubmitButton size="sm">{t("reminders.accept")}</SubmitButton>
        </AppForm>
      }
    >
      <p className="wrap-anywhere">{t("reminders.suggestion", { name, day: format.day(day) })}</p>
    </Notice>
  ));
}

export default function RemindersPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { open, done, suggestions, calendar, pet, hasPets } = loaderData;
  const petQuery = pet ? `&pet=${pet.id}` : "";
  return (
    <>
      <PageHeader
        title={t("reminders.title")}
        lead={t("reminders.lead")}
        actions={
          hasPets && (
            <ButtonLink
              to={`${href("/dashboard/reminders/new")}${pet ? `?pet=${pet.id}` : ""}`}
              icon={<Plus aria-hidden />}
            >
              {t("reminders.add")}
            </ButtonLink>
          )
        }
      />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <CareTabs current="reminders" />
        {hasPets && (
          <Link
            to={done ? `?show=open${petQuery}` : `?show=done${petQuery}`}
            preventScrollReset
            className="link inline-flex min-h-11 items-center text-sm"
          >
            {t(done ? "reminders.toOpen" : "reminders.toDone")}
          </Link>
        )}
      </div>
      {answer?.refusal && (
        <Notice tone="lost" role="alert" className="mb-5">
          <p>{answer.refusal}</p>
        </Notice>
      )}
      {pet && (
        <Notice
          className="mb-5"
          icon={null}
          action={
            <ButtonLink to={href("/dashboard/reminders")} size="sm" variant="ghost">
              {t("reminders.allPets")}
            </ButtonLink>
          }
        >
          <p className="wrap-anywhere">{t("reminders.onlyPet", { name: pet.name })}</p>
        </Notice>
      )}
      <Suggestions suggestions={suggestions} />
      <ReminderList open={open} done={done} hasPets={hasPets} />
      {hasPets && <CalendarCard address={calendar} />}
    </>
  );
}
