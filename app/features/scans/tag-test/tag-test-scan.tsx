import ExternalLink from "lucide-react/icons/external-link";
import { useEffect } from "react";
import { href, useRevalidator } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Code } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Spinner } from "#app/platform/ui/spinner.tsx";
import { isolated } from "../scan-texts.ts";
import type { findTagTest } from "./tag-test.server.ts";

export type TagTest = NonNullable<Awaited<ReturnType<typeof findTagTest>>>;

const pollInterval = 3_000;

/** Polls for the result, since the live stream that would announce it is itself being tested. */
function usePolling(isOpen: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => void revalidate(), pollInterval);
    return () => clearInterval(timer);
  }, [isOpen, revalidate]);
}

/** Card with the tag to scan, as a QR code and a link, and whether its scan has arrived. */
export function TagTestScan({ test, publicUrl }: { test: TagTest; publicUrl: string }) {
  const { t, format } = useViewer();
  const { tag, state, endsAt } = test;
  usePolling(state === "waiting" || test.results.some((result) => result.state === "waiting"));
  if (state === "scanned") return null;
  if (state === "over")
    return (
      <Notice tone="sun" title={t("tagTest.over")}>
        {t("tagTest.overText", { code: isolated(tag.code) })}
      </Notice>
    );
  return (
    <Card as="section">
      <CardHeader title={t("tagTest.scanTitle")} text={t("tagTest.scanText", { time: format.date(endsAt, "time") })} />
      <div className="flex flex-wrap items-center gap-x-8 gap-y-5">
        <img
          src={`${href("/dashboard/tags/:tagId/qr", { tagId: tag.id })}?format=svg`}
          alt={t("tagTest.qrAlt", { code: tag.code })}
          width={200}
          height={200}
          className="rounded-2 border border-line bg-white"
        />
        <div className="grid justify-items-start gap-4">
          <p className="text-lg font-semibold tabular-nums">
            <Code>{tag.code}</Code>
          </p>
          <a href={`${publicUrl}/tag/${tag.code}`} target="_blank" rel="noreferrer" className={buttonClass()}>
            <ExternalLink aria-hidden className="size-5" />
            {t("tagTest.openHere")}
          </a>
          <p role="status" className="flex items-center gap-2.5 text-sm font-[550] text-ink-2">
            <Spinner />
            {t("tagTest.waiting")}
          </p>
        </div>
      </div>
      <noscript>
        <a href={href("/dashboard/settings/test-my-tag")} className="link mt-4 inline-block py-1">
          {t("tagTest.reload")}
        </a>
      </noscript>
    </Card>
  );
}
