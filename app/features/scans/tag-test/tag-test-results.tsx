import BellRing from "lucide-react/icons/bell-ring";
import Mail from "lucide-react/icons/mail";
import MessageCircle from "lucide-react/icons/message-circle";
import MonitorSmartphone from "lucide-react/icons/monitor-smartphone";
import { href, Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Spinner } from "#app/platform/ui/spinner.tsx";
import { isolated } from "../scan-texts.ts";
import type { ChannelResult } from "./tag-test.rules.ts";
import type { TagTest } from "./tag-test-scan.tsx";

const icons = { email: Mail, push: BellRing, phone: MessageCircle, live: MonitorSmartphone };
const tones = { waiting: "sun", sent: "sun", delivered: "ok", failed: "lost", off: "plain" } as const;

interface Mailing {
  email: string | null;
  isOutbox: boolean;
}

/** Card that shows for each channel whether the notification arrived, how fast, and what to do if not. */
export function TagTestResults({
  test,
  scan,
  ...mailing
}: { test: TagTest; scan: NonNullable<TagTest["scan"]> } & Mailing) {
  const { t, format } = useViewer();
  return (
    <Card as="section">
      <CardHeader
        title={t("tagTest.resultTitle")}
        text={t("tagTest.scannedAt", { time: format.date(scan.at, "time") })}
      />
      <ul className="grid divide-y divide-line" aria-live="polite">
        {test.results.map((result) => (
          <ChannelRow key={result.channel} result={result} {...mailing} />
        ))}
      </ul>
      <p className="mt-4 text-sm text-ink-2">{t(scan.isStrangers ? "tagTest.strangers" : "tagTest.ofTest")}</p>
      <div className="mt-3 flex flex-wrap gap-x-6 text-sm">
        <Link to={href("/dashboard/scan-details/:scanId", { scanId: scan.id })} className="link py-1">
          {t("tagTest.toScan")}
        </Link>
        <Link to={href("/dashboard/settings/notifications")} className="link py-1">
          {t("tagTest.toSettings")}
        </Link>
      </div>
    </Card>
  );
}

function ChannelRow({ result, email, isOutbox }: { result: ChannelResult } & Mailing) {
  const t = useT();
  const { channel, state, seconds } = result;
  const Icon = icons[channel];
  return (
    <li className="flex items-start gap-4 py-4 first:pt-0 last:pb-0">
      <span aria-hidden="true" className="grid size-10 shrink-0 place-items-center rounded-1 bg-sunken text-ink-2">
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-base">{t(`tagTest.names.${channel}`)}</h3>
          <Chip tone={tones[state]} icon={state === "waiting" ? <Spinner /> : undefined}>
            {t(`tagTest.states.${state}`)}
          </Chip>
          {seconds !== null && (
            <span className="text-sm font-semibold tabular-nums">
              {t("tagTest.seconds", { seconds: Math.round(seconds * 10) / 10 })}
            </span>
          )}
        </div>
        <p className="mt-1 text-sm text-ink-2">
          {t(`tagTest.notes.${noteOf(result, isOutbox)}`, { email: isolated(email ?? "") })}
        </p>
      </div>
    </li>
  );
}

/** Returns the key of the sentence that explains a result and what to do. */
function noteOf({ channel, state, reason }: ChannelResult, isOutbox: boolean) {
  if (reason === "unreachable") return state === "failed" ? "unreachableFailed" : "unreachable";
  if (
    reason === "preference" ||
    reason === "noDevice" ||
    reason === "noEmail" ||
    reason === "noPhone" ||
    reason === "plan" ||
    reason === "refused"
  )
    return reason;
  const isThere = state === "delivered";
  if (channel === "email") return isThere ? (isOutbox ? "emailOutbox" : "emailDelivered") : "emailWaiting";
  if (channel === "phone") return isThere ? "phoneDelivered" : "phoneWaiting";
  if (channel === "push") return isThere ? "pushDelivered" : "pushWaiting";
  return isThere ? "liveDelivered" : "liveWaiting";
}
