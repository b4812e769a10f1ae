import { deletedAccountFilesJob } from "#app/features/account-data/delete-account.server.ts";
import { bulkRunJob, oldBulkRunsJob } from "#app/features/admin/bulk-runs/bulk-actions.server.ts";
import { adminMetricsJob } from "#app/features/admin/overview/admin-metrics.server.ts";
import { backupJob } from "#app/features/admin/system/backups.server.ts";
import { orphanFilesJob } from "#app/features/admin/system/delete-orphan-files.server.ts";
import { userEmailJob } from "#app/features/admin/users/send-user-email.server.ts";
import { accountDeletedEmailJob, accountEmailJob } from "#app/features/auth/account-emails.server.ts";
import { oldEmailChangesJob } from "#app/features/auth/email-change-request.server.ts";
import { linkRequestJob } from "#app/features/auth/link-requests.server.ts";
import { oldSessionsJob } from "#app/features/auth/purge-sessions.server.ts";
import { sessionTopic } from "#app/features/auth/sessions/end-sessions.server.ts";
import { stockAlertJobs } from "#app/features/catalog/back-in-stock/stock-alerts.server.ts";
import { deletedAttachmentsJob } from "#app/features/conversations/attachments/attachments.server.ts";
import { finderEmailJob } from "#app/features/conversations/notify-finder.server.ts";
import { whatsappInboundJob } from "#app/features/lost-found/conversations/whatsapp-relay.server.ts";
import { reportExpiryJobs } from "#app/features/lost-found/own/expiry-jobs.server.ts";
import { reunionJobs } from "#app/features/lost-found/report-states.server.ts";
import { notificationJobs, phoneReportJob } from "#app/features/notifications/delivery/deliver.server.ts";
import { oldNotificationsJob } from "#app/features/notifications/inbox/old-notifications.server.ts";
import { unconfirmedOrdersJob } from "#app/features/orders/confirmation/confirm-order.server.ts";
import { waitingEventsJob } from "#app/features/orders/waiting-events.server.ts";
import { contactJob } from "#app/features/pages/contact/contact.server.ts";
import { transferJobs } from "#app/features/pet-transfers/transfers.server.ts";
import { reachabilityEmailJob, reachabilityJob } from "#app/features/pets/reachability/reachability.server.ts";
import { petJobs } from "#app/features/pets/trash/removed-pets.server.ts";
import { sendPhoneMessageJob, smsFallbackJob } from "#app/features/phone/deliver-phone-message.server.ts";
import { stalePhoneMessagesJob } from "#app/features/phone/hooks/receive.server.ts";
import { planJobs } from "#app/features/plans/notify-plan-expiry.server.ts";
import { reminderJobs } from "#app/features/reminders/due-reminders.server.ts";
import { startSubmissionDelivery } from "#app/features/scans/offline-fallback/queue-submission.server.ts";
import { startTagPageCache } from "#app/features/scans/offline-fallback/tag-page-cache.server.ts";
import { createScanMonths } from "#app/features/scans/recording/scan-months.server.ts";
import { scanJobs } from "#app/features/scans/scan-jobs.server.ts";
import { liveTopic } from "#app/features/users/live-events.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { AnyJobKind } from "#app/platform/jobs/jobs.server.ts";

/** All background jobs of the product. */
export const jobKinds: AnyJobKind<AppContext>[] = [
  accountEmailJob,
  accountDeletedEmailJob,
  linkRequestJob,
  oldSessionsJob,
  oldEmailChangesJob,
  deletedAccountFilesJob,
  orphanFilesJob,
  adminMetricsJob,
  bulkRunJob,
  oldBulkRunsJob,
  userEmailJob,
  backupJob,
  contactJob,
  finderEmailJob,
  deletedAttachmentsJob,
  whatsappInboundJob,
  sendPhoneMessageJob,
  smsFallbackJob,
  stalePhoneMessagesJob,
  ...notificationJobs,
  phoneReportJob,
  oldNotificationsJob,
  ...planJobs,
  ...petJobs,
  reachabilityJob,
  reachabilityEmailJob,
  ...reminderJobs,
  ...scanJobs,
  ...reportExpiryJobs,
  ...reunionJobs,
  ...transferJobs,
  unconfirmedOrdersJob,
  waitingEventsJob,
  ...stockAlertJobs,
];

/** Topics of NOTIFY messages between processes. */
export const topics = [liveTopic, sessionTopic];

/** Starts the background work of this process apart from requests and jobs; returns a function that stops it. */
export function startOfflineFallback(ctx: AppContext): () => Promise<void> {
  // Until a month's partition exists, its scans go to the default partition and are moved later.
  createScanMonths(ctx).catch((error) =>
    ctx.log.warn({ err: error }, "monthly scan partitions could not be created yet"),
  );
  const stopDelivery = startSubmissionDelivery(ctx);
  const stopPageCache = startTagPageCache(ctx);
  return async () => {
    stopDelivery();
    await stopPageCache();
  };
}
