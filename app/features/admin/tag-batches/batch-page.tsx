import Download from "lucide-react/icons/download";
import KeyRound from "lucide-react/icons/key-round";
import Printer from "lucide-react/icons/printer";
import { type FormEvent, useState } from "react";
import { href, Link, useRevalidator } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { getBatch } from "#app/features/tags/batches/batches.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { downloadAnswer } from "#app/platform/ui/toasts/download-answer.ts";
import { actionsOfBatch, TagActions } from "../tags/tag-actions.tsx";
import type { Route } from "./+types/batch-page";

export const handle = { i18n: ["adminTags", "batches", "tags"], title: "batches.title" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return { batch: await getBatch(ctx, actor, params.batchId) };
}

interface Props {
  batch: { id: string; name: string; claimCodesAt: Date | null };
}

/** Form to issue the claim codes of a batch: they are created, downloaded once and not stored. */
function IssueClaimCodes({ batch }: Props) {
  const t = useT();
  const { revalidate } = useRevalidator();
  const [isMaking, setMaking] = useState(false);
  const address = href("/admin/tags/batches/:batchId/claim-codes", { batchId: batch.id });

  /** Without JavaScript the browser saves the response itself; here the page learns when it has arrived. */
  async function save(event: FormEvent) {
    event.preventDefault();
    setMaking(true);
    await downloadAnswer(address, undefined, t("common.error.general"));
    setMaking(false);
    await revalidate();
  }

  const button = (
    <Button type="submit" icon={<KeyRound aria-hidden />} pending={isMaking}>
      {t(batch.claimCodesAt ? "batches.batch.issueAgain" : "batches.batch.issue")}
    </Button>
  );
  return (
    <Card as="section" className="grid justify-items-start gap-3">
      <CardHeader title={t("batches.batch.issueTitle")} />
      <p className="text-sm text-ink-2">{t("batches.batch.issueText")}</p>
      <form method="post" action={address} onSubmit={save}>
        {batch.claimCodesAt ? (
          <ConfirmDialog
            trigger={button}
            title={t("batches.batch.issueAgainTitle")}
            description={t("batches.batch.issueAgainText")}
            confirmLabel={t("batches.batch.issueAgain")}
          />
        ) : (
          button
        )}
      </form>
    </Card>
  );
}

/** Page of one batch with its files: for printers and factories, and the claim codes for the packages. */
export default function BatchPage({ loaderData }: Route.ComponentProps) {
  const { t, format } = useViewer();
  const { batch } = loaderData;
  const day = (moment: Date) => format.date(moment, "date");
  const claimCodes = !batch.hasClaimCodes
    ? t("batches.batch.claimCodesNone")
    : batch.claimCodesAt
      ? t("batches.batch.claimCodesOn", { date: day(batch.claimCodesAt) })
      : t("batches.batch.claimCodesWaiting");
  return (
    <>
      <PageHeader
        path={[
          { label: t("tags.adminTitle"), to: href("/admin/tags") },
          { label: t("batches.title"), to: href("/admin/tags/batches") },
        ]}
        title={<bdi>{batch.name}</bdi>}
        lead={t("batches.batch.lead", { date: day(batch.createdAt) })}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card as="section">
          <CardHeader title={t("batches.batch.facts")} />
          <DescriptionList
            items={[
              { term: t("batches.new.count"), detail: batch.tagCount },
              { term: t("batches.claimed"), detail: batch.claimedCount },
              { term: t("batches.new.chip"), detail: <bdi>{t(`batches.chipNames.${batch.chip}`)}</bdi> },
              { term: t("batches.withChip"), detail: batch.chipCount },
              ...(batch.keyVersion === null ? [] : [{ term: t("batches.batch.keyVersion"), detail: batch.keyVersion }]),
              { term: t("batches.batch.claimCodes"), detail: claimCodes },
            ]}
          />
        </Card>
        <div className="grid gap-4">
          <Card as="section" className="grid justify-items-start gap-3">
            <CardHeader title={t("batches.batch.printTitle")} />
            <p className="text-sm text-ink-2">{t("batches.batch.printText")}</p>
            <ButtonLink to={`${href("/admin/tags/print")}?batch-id=${batch.id}`} icon={<Printer aria-hidden />}>
              {t("batches.toPrint")}
            </ButtonLink>
          </Card>
          <Card as="section" className="grid justify-items-start gap-3">
            <CardHeader title={t("batches.batch.factoryTitle")} />
            <p className="text-sm text-ink-2">{t("batches.batch.factoryText")}</p>
            <a
              href={href("/admin/tags/batches/:batchId/factory.csv", { batchId: batch.id })}
              download
              className={buttonClass({ variant: "ghost" })}
            >
              <Download aria-hidden className="size-5" />
              {t("batches.batch.factoryFile")}
            </a>
          </Card>
          <Card as="section" className="grid justify-items-start gap-3">
            <CardHeader title={t("adminTags.many.whole")} text={t("adminTags.many.wholeText")} />
            <AppForm
              values={{ all: "1" }}
              action={`${href("/admin/tags")}?${new URLSearchParams({ batch: batch.name })}`}
              className="flex flex-wrap gap-2"
            >
              <TagActions actions={actionsOfBatch} count={batch.tagCount} />
            </AppForm>
            <Link
              to={`${href("/admin/tags")}?${new URLSearchParams({ batch: batch.name, state: "linked" })}`}
              className="link text-sm"
            >
              {t("adminTags.many.showLinked")}
            </Link>
          </Card>
          {batch.hasClaimCodes && <IssueClaimCodes batch={batch} />}
          <Notice title={t("batches.batch.honeytokenTitle")}>{t("batches.batch.honeytokenText")}</Notice>
        </div>
      </div>
    </>
  );
}
