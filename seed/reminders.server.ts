import { completeReminder } from "#app/features/reminders/due-reminders.server.ts";
import type { ReminderForm } from "#app/features/reminders/reminders.forms.server.ts";
import { createReminder, getReminder } from "#app/features/reminders/reminders.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";

const titles = {
  en: { medicine: "Heart tablet", flea: "Flea and tick drops", rabies: "Rabies booster", nails: "Trim the nails" },
  ar: { medicine: "قرص القلب", flea: "نقط البراغيث والقراد", rabies: "جرعة السعار المنشطة", nails: "قصّ الأظافر" },
};

/** Creates a daily, an upcoming and a completed reminder. */
export async function seedReminders(ctx: AppContext, owner: Actor, petId: string): Promise<void> {
  const inDays = (days: number) => dayIn(new Date(ctx.clock.now().getTime() + days * dayMs), owner.timeZone);
  const words = titles[owner.language];
  const add = (day: string, values: Partial<ReminderForm>) =>
    createReminder(ctx, owner, {
      petId,
      kind: "custom",
      title: "",
      note: null,
      day,
      at: null,
      repeat: "none",
      every: 1,
      until: null,
      times: null,
      ahead: [0],
      ...values,
    });
  await add(inDays(0), { kind: "medication", title: words.medicine, at: "23:30", repeat: "daily" });
  await add(inDays(3), { title: words.flea, repeat: "monthly", ahead: [0, 1] });
  await add(inDays(40), { kind: "vaccination", title: words.rabies, repeat: "yearly", ahead: [0, 1, 7] });
  const done = await add(inDays(0), { title: words.nails, repeat: "weekly", every: 3 });
  const { id, dueDay } = await getReminder(ctx, owner, done);
  await completeReminder(ctx, owner, { reminderId: id, day: dueDay });
}
