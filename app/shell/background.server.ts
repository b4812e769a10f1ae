import { accountLetterJob } from "#app/features/accounts/account-letters.server.ts";
import { oldWishesJob } from "#app/features/accounts/email-wish.server.ts";
import { farewellJob } from "#app/features/accounts/farewell.server.ts";
import { linkRequestJob } from "#app/features/accounts/link-requests.server.ts";
import { oldSessionsJob } from "#app/features/accounts/own-sessions.server.ts";
import { sessionChannel } from "#app/features/accounts/session-end.server.ts";
import { liveChannel } from "#app/features/alerts/alerts.server.ts";
import { alertJobs } from "#app/features/alerts/deliver.server.ts";
import { careJobs } from "#app/features/care/tell-reminders.server.ts";
import { backupJob } from "#app/features/overview/backups.server.ts";
import { leftPhotosJob } from "#app/features/overview/delete-account.server.ts";
import { houseJob } from "#app/features/overview/house-figures.server.ts";
import { sweepJob } from "#app/features/overview/sweep-files.server.ts";
import { transferJobs } from "#app/features/overview/transfer-letter.server.ts";
import { contactJob } from "#app/features/pages/contact.server.ts";
import { petJobs } from "#app/features/pets/removed-pets.server.ts";
import { planJobs } from "#app/features/plans/tell-plan-ends.server.ts";
import { reunionJobs } from "#app/features/reports/close-reunited.server.ts";
import { reportJobs } from "#app/features/reports/report-upkeep.server.ts";
import { keepHandingOver } from "#app/features/scans/drop.server.ts";
import { cardChannel, keepCards } from "#app/features/scans/keep-cards.server.ts";
import { scanJobs } from "#app/features/scans/scan-jobs.server.ts";
import { makeScanMonths } from "#app/features/scans/scan-months.server.ts";
import type { AnyJobKind } from "#app/platform/jobs/jobs.server.ts";
import type { AppContext } from "#app/platform/world.server.ts";

/** All background work of the product. */
export const jobKinds: AnyJobKind<AppContext>[] = [
  accountLetterJob,
  farewellJob,
  linkRequestJob,
  oldSessionsJob,
  oldWishesJob,
  leftPhotosJob,
  sweepJob,
  houseJob,
  backupJob,
  contactJob,
  ...alertJobs,
  ...planJobs,
  ...petJobs,
  ...careJobs,
  ...scanJobs,
  ...reportJobs,
  ...reunionJobs,
  ...transferJobs,
];

/** What processes tell each other through NOTIFY. */
export const channels = [liveChannel, sessionChannel, cardChannel];

/** Begins what this process does by itself, beside answering and the queue; gives how to stop. */
export function startStandby(ctx: AppContext): () => Promise<void> {
  // Until then a scan lies among the rest, from where it is fetched.
  makeScanMonths(ctx).catch((error) => ctx.log.warn({ err: error }, "the months of scans could not be made yet"));
  const stopHandingOver = keepHandingOver(ctx);
  const stopCards = keepCards(ctx);
  return async () => {
    stopHandingOver();
    await stopCards();
  };
}
