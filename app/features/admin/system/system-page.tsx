import type { ReactNode } from "react";
import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, emptyForm, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { formatAgo } from "#app/platform/i18n/format.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { type Description, DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Table } from "#app/platform/ui/lists/table.tsx";
import { Code, Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/system-page";
import { type getBackupState, requestBackup } from "./backups.server.ts";
import { getMachineState, retryForm, retryJob } from "./system-status.server.ts";

export const handle = { i18n: ["system"], title: "system.title" satisfies WordKey };

const gigabyte = 1024 ** 3;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { t } = context.get(requestInfoContext);
  const state = await getMachineState(ctx, actor);
  const why = (reason: string) => t(reason === "fault" ? "system.undeliveredFault" : (reason as WordKey));
  return { ...state, undelivered: state.undelivered.map((one) => ({ ...one, reason: why(one.reason) })) };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleIntents(args, {
    retry: defineIntent(
      retryForm,
      async ({ queue, job }) => {
        await retryJob(ctx, actor, { queue, id: job });
        return redirectWithToast(href("/admin/system"), "system.retried");
      },
      "system.retryFailed",
    ),
    backup: defineIntent(
      emptyForm,
      async () => {
        await requestBackup(ctx, actor);
        return redirectWithToast(href("/admin/system"), "system.backupAsked");
      },
      "system.backupFailed",
    ),
  });
}

type State = Awaited<ReturnType<typeof getBackupState>>;

/** Returns the most urgent warning about backups; null when all is well. */
function findWarning({ last, at }: State) {
  if (!last) return "system.backupNever";
  if (last.isOld) return "system.backupOld";
  return at ? null : "system.backupUnscheduled";
}

/** Section of the system page: a warning, if any, and facts. */
function MachineSection({
  title,
  warning,
  items,
  action,
}: {
  title: string;
  warning?: string | false;
  items: Description[];
  action?: ReactNode;
}) {
  return (
    <Card as="section">
      <CardHeader title={title} action={action} />
      {warning && (
        <Notice tone="sun" className="mb-4">
          {warning}
        </Notice>
      )}
      <DescriptionList items={items} />
    </Card>
  );
}

const megabyte = 1024 ** 2;

function Size({ bytes }: { bytes: number }) {
  const [unit, name] = bytes < gigabyte ? [megabyte, "MB"] : [gigabyte, "GB"];
  return <Ltr>{`${(bytes / unit).toFixed(2)} ${name}`}</Ltr>;
}

/** Section with the age of the newest backup and whether it is encrypted. */
function BackupSection({ state, now, version }: { state: State; now: Date; version: string }) {
  const { t, language, timeZone } = useViewer();
  const { last, at, isHourly } = state;
  const wrong = findWarning(state);
  const ago = (at: string) => `\u2068${formatAgo(at, now, language, timeZone)}\u2069`;
  return (
    <MachineSection
      title={t("system.backup")}
      warning={wrong ? t(wrong) : false}
      action={
        <AppForm intent="backup">
          <SubmitButton size="sm" variant="ghost">
            {t("system.backupNow")}
          </SubmitButton>
        </AppForm>
      }
      items={[
        { term: t("system.lastBackup"), detail: last ? ago(last.at) : t("system.none") },
        { term: t("system.size"), detail: last && <Size bytes={last.bytes} /> },
        { term: t("system.backupFile"), detail: last?.file && <Ltr>{last.file}</Ltr> },
        {
          term: t("system.backupSealed"),
          detail: last && t(last.isSealed ? "system.backupSealedYes" : "system.backupSealedNo"),
        },
        {
          term: t("system.backupMade"),
          detail: at && t(isHourly ? "system.backupHourlyAt" : "system.backupDailyAt", { time: at }),
        },
        { term: t("system.version"), detail: <Ltr>{version}</Ltr> },
      ]}
    />
  );
}

type PhoneState = Awaited<ReturnType<typeof getMachineState>>["phone"];

/** Section about WhatsApp and SMS: configuration, remaining daily budget, failures, and the templates to register. */
function PhoneSection({ phone }: { phone: PhoneState }) {
  const { t, format } = useViewer();
  const { isSet, budget, used, failed, reachablePets, templates } = phone;
  const share = (part: number) =>
    `\u2068${format.number(reachablePets.pets === 0 ? 0 : Math.round((100 * part) / reachablePets.pets))}%\u2069`;
  const number = (value: number) => format.number(value);
  const isUsedUp = used >= budget * 0.8;
  const warning = isUsedUp
    ? t(used >= budget ? "system.phoneUsedUp" : "system.phoneNearlyUsedUp")
    : !(isSet.whatsapp && isSet.sms) && t("system.phoneOutbox");
  return (
    <MachineSection
      title={t("system.phone")}
      warning={warning}
      items={[
        { term: t("system.whatsapp"), detail: t(isSet.whatsapp ? "system.phoneSet" : "system.phoneNotSet") },
        { term: t("system.sms"), detail: t(isSet.sms ? "system.phoneSet" : "system.phoneNotSet") },
        {
          term: t("system.phoneBudget"),
          detail: t("system.phoneUsed", { used: number(used), budget: number(budget) }),
        },
        { term: t("system.failedToday"), detail: number(failed) },
        {
          term: t("system.reach"),
          detail: t("system.reachShares", {
            confirmed: share(reachablePets.confirmed),
            phone: share(reachablePets.phone),
            email: share(reachablePets.email),
          }),
        },
        {
          term: t("system.phoneTemplates"),
          detail: (
            <Disclosure summary={t("system.phoneTemplatesShow")}>
              <ul className="grid gap-4 text-sm">
                {templates.map(({ name, en, ar }) => (
                  <li key={name} className="grid gap-1">
                    <Ltr className="font-semibold">{name}</Ltr>
                    <p lang="en" dir="ltr">
                      {en}
                    </p>
                    <p lang="ar" dir="rtl">
                      {ar}
                    </p>
                  </li>
                ))}
              </ul>
            </Disclosure>
          ),
        },
      ]}
    />
  );
}

/** Page about the state of the system, for operators. */
export default function SystemPage({ loaderData }: Route.ComponentProps) {
  const { t, format } = useViewer();
  const { now, mail, push, phone, storage, queues, failed, database, backup, delays, version, undelivered } =
    loaderData;
  const [busy, idle] = [queues.filter(isBusy), queues.filter((queue) => !isBusy(queue))];
  const number = (value: number) => <bdi>{format.number(value)}</bdi>;
  const time = (at: Date | null): ReactNode => (at ? <bdi>{format.date(at, "dateTime")}</bdi> : t("system.none"));
  const span = (seconds: number) => `\u2068${format.span(seconds)}\u2069`;
  const channel = (state: typeof push): Description[] => [
    { term: t("system.lastDelivered"), detail: time(state.last) },
    { term: t("system.retrying"), detail: number(state.retrying) },
    { term: t("system.failedToday"), detail: number(state.failed) },
  ];
  const mailWarning = () => {
    if (mail.kind === "outbox") return t("system.mailOutbox");
    if (mail.problem) return t("system.mailRefused", { reason: mail.problem });
    return mail.failed > 0 && t("system.mailFailed");
  };
  return (
    <div className="grid gap-5 wrap-anywhere">
      <PageHeader title={t("system.title")} lead={t("system.lead")} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          <BackupSection state={backup} now={now} version={version} />
          <MachineSection
            title={t("system.mail")}
            warning={mailWarning()}
            items={[
              ...channel(mail),
              {
                term: t("system.delays"),
                detail:
                  delays.p50 === null || delays.p95 === null
                    ? t("system.none")
                    : t("system.delaysValue", { p50: span(delays.p50), p95: span(delays.p95) }),
              },
            ]}
          />
          <MachineSection
            title={t("system.database")}
            items={[
              {
                term: t("system.database"),
                detail: t(database.isOwn ? "system.databaseOwn" : "system.databaseOther", {
                  version: database.version,
                }),
              },
              { term: t("system.size"), detail: <Size bytes={database.bytes} /> },
              { term: t("system.connections"), detail: number(database.connections) },
              { term: t("system.migrations"), detail: number(database.migrations) },
            ]}
          />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <PhoneSection phone={phone} />
          <MachineSection title={t("system.push")} items={channel(push)} />
          <MachineSection
            title={t("system.storage")}
            warning={
              storage.isWritable
                ? storage.freeBytes !== null && storage.freeBytes < 2 * gigabyte && t("system.storageLow")
                : t("system.storageBroken")
            }
            items={[
              { term: t("system.storageKind"), detail: t(`system.${storage.kind}`) },
              { term: t("system.free"), detail: storage.freeBytes !== null && <Size bytes={storage.freeBytes} /> },
            ]}
          />
        </div>
      </div>
      <h2 className="text-lg font-semibold">{t("system.failedJobs")}</h2>
      <Table
        caption={t("system.failedJobs")}
        rows={failed}
        rowKey={({ id }) => id}
        empty={<Notice tone="ok">{t("system.failedNone")}</Notice>}
        columns={[
          { key: "queue", head: t("system.queueName"), primary: true, cell: ({ queue }) => <Ltr>{queue}</Ltr> },
          { key: "at", head: t("system.failedAt"), cell: ({ at }) => time(at) },
          {
            key: "retry",
            head: t("system.retry"),
            end: true,
            hideHead: true,
            cell: ({ queue, id }) => (
              <AppForm intent="retry" values={{ queue, job: id }}>
                <SubmitButton size="sm" variant="ghost">
                  {t("system.retry")}
                </SubmitButton>
              </AppForm>
            ),
          },
        ]}
      />
      <h2 className="text-lg font-semibold">{t("system.undelivered")}</h2>
      <Table
        caption={t("system.undelivered")}
        rows={undelivered}
        rowKey={({ id }) => id}
        empty={<Notice tone="ok">{t("system.undeliveredNone")}</Notice>}
        columns={[
          { key: "sent", head: t("system.undeliveredSent"), primary: true, cell: ({ sentAt }) => time(sentAt) },
          { key: "tag", head: t("system.undeliveredTag"), cell: ({ code }) => code && <Code>{code}</Code> },
          {
            key: "text",
            head: t("system.undeliveredText"),
            cell: ({ text }) => <bdi className="whitespace-pre-line">{text}</bdi>,
          },
          {
            key: "why",
            head: t("system.undeliveredWhy"),
            cell: ({ reason }) => reason,
          },
        ]}
      />
      <h2 className="text-lg font-semibold">{t("system.queue")}</h2>
      {busy.length > 0 ? <QueueTable queues={busy} /> : <Notice tone="ok">{t("system.queueEmpty")}</Notice>}
      {idle.length > 0 && (
        <Disclosure summary={t("system.queueIdle", { count: idle.length })}>
          <ul className="gap-x-6 sm:columns-2 lg:columns-3">
            {idle.map(({ name }) => (
              <li key={name} className="py-1">
                <Ltr>{name}</Ltr>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

type Queue = Awaited<ReturnType<typeof loader>>["queues"][number];

const isBusy = ({ waiting, running, failed }: Queue) => waiting + running + failed > 0;

/** Queues with their waiting, running and failed jobs. */
function QueueTable({ queues }: { queues: readonly Queue[] }) {
  const { t, format } = useViewer();
  const number = (value: number) => <bdi>{format.number(value)}</bdi>;
  return (
    <Table
      caption={t("system.queue")}
      rows={queues}
      rowKey={({ name }) => name}
      columns={[
        { key: "name", head: t("system.queueName"), primary: true, cell: ({ name }) => <Ltr>{name}</Ltr> },
        { key: "waiting", head: t("system.waiting"), cell: ({ waiting }) => number(waiting) },
        { key: "running", head: t("system.running"), cell: ({ running }) => number(running) },
        { key: "failed", head: t("system.failed"), cell: (queue) => number(queue.failed) },
      ]}
    />
  );
}
