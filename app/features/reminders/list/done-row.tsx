import CircleCheck from "lucide-react/icons/circle-check";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate, formatDay } from "#app/platform/i18n/format.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import type { DoneReminder } from "../list-reminders.server.ts";
import { titleOf } from "../reminder-words.ts";

/** Row of a completed occurrence, with an undo button for the last one. */
export function DoneRow({ done }: { done: DoneReminder }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  return (
    <Card as="li" pad="none" className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <CircleCheck aria-hidden className="size-6 shrink-0 text-ok" />
      <div className="min-w-0 flex-[1_1_14rem] wrap-anywhere">
        <p className="font-semibold">
          <bdi>{titleOf(t as unknown as Translate, done)}</bdi>
          <span className="font-normal text-ink-2">
            <span aria-hidden="true"> · </span>
            <bdi>{done.pet.name}</bdi>
          </span>
        </p>
        <p className="text-sm text-ink-2">
          {t("reminders.doneOn", {
            day: formatDay(done.day, language, "shortDate"),
            doneAt: formatDate(done.doneAt, language, timeZone, "shortDate"),
          })}
        </p>
      </div>
      {done.canReopen && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="reminderId" value={done.id} />
          <input type="hidden" name="day" value={done.day} />
          <SubmitButton
            size="sm"
            variant="quiet"
            name="intent"
            value="reopen"
            match={{ reminderId: done.id, day: done.day }}
          >
            {t("reminders.reopen")}
          </SubmitButton>
        </Form>
      )}
    </Card>
  );
}
