import type { ReactNode } from "react";
import { href, useSearchParams } from "react-router";
import type { ReviewRequest } from "#app/features/plans/review/list-requests.server.ts";
import { RequestChip } from "#app/features/plans/upgrade-requests/request-chip.tsx";
import { maxLengths, receiptNumber, rejectReasons } from "#app/features/plans/upgrade-requests.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextArea } from "#app/platform/ui/forms/text-input.tsx";
import { DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Code, Ltr, WithCodes } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";

interface RequestCardProps {
  request: ReviewRequest;
  answer: FormAnswer | undefined;
  /** Checkbox for bulk actions. */
  box: ReactNode;
}

/** Notice about other requests with the same proof picture or payment reference. */
function UsedBefore({ warnings }: { warnings: ReviewRequest["warnings"] }) {
  const { t, format } = useViewer();
  if (warnings.length === 0) return null;
  return (
    <Notice tone="sun">
      <ul className="grid gap-1.5">
        {warnings.map(({ kind, id, number, fullName, status, askedAt, hasProof }) => (
          <li key={`${kind} ${id}`}>
            <WithCodes>
              {t(`upgradeReview.warnings.${kind}`, {
                number: `\u2066${receiptNumber({ number })}\u2069`,
                name: `\u2068${fullName ?? t("upgradeReview.anonymous")}\u2069`,
                status: t(`subscription.statuses.${status}`),
                date: format.date(askedAt, "shortDate"),
              })}
            </WithCodes>
            {hasProof && (
              <>
                {" "}
                <a
                  href={href("/admin/upgrade-requests/:requestId/proof", { requestId: id })}
                  target="_blank"
                  rel="noreferrer"
                  className="link"
                >
                  {t("upgradeReview.seeOther")}
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function DecisionForms({ request, answer }: Props) {
  const t = useT();
  const address = useDecisionAddress(request);
  const { id, warnings } = request;
  const approve = (
    <SubmitButton name="intent" value="approve">
      {t("upgradeReview.approve")}
    </SubmitButton>
  );
  return (
    <div className="grid gap-3">
      {request.canApprove ? (
        <AppForm values={{ requestId: id }} action={address}>
          {warnings.length === 0 ? (
            approve
          ) : (
            <ConfirmDialog
              tone="main"
              trigger={approve}
              title={t("upgradeReview.approveTitle")}
              description={t("upgradeReview.approveText")}
              confirmLabel={t("upgradeReview.approve")}
              cancelLabel={t("upgradeReview.cancel")}
            />
          )}
        </AppForm>
      ) : (
        <Notice>{t("upgradeReview.notYourOwn")}</Notice>
      )}
      <Disclosure
        summary={t("upgradeReview.rejectTitle")}
        open={findFormErrors("reject", { request, answer }) !== null}
      >
        <RejectForm request={request} answer={answer} intent="reject" />
      </Disclosure>
    </div>
  );
}

function CorrectForms({ request, answer }: Props) {
  const t = useT();
  const address = useDecisionAddress(request);
  const keepOnList = useKeepOnList(request);
  const { id, status } = request;
  if (status === "approved")
    return (
      <Disclosure
        summary={t("upgradeReview.correct")}
        open={findFormErrors("rejectApproved", { request, answer }) !== null}
      >
        <p className="mb-4">{t("upgradeReview.rejectApprovedText")}</p>
        <RejectForm request={request} answer={answer} intent="rejectApproved" />
      </Disclosure>
    );
  if (!request.canApprove) return null;
  const refused = findFormErrors("approveRejected", { request, answer });
  return (
    <Disclosure summary={t("upgradeReview.correct")} open={refused !== null}>
      <AppForm
        intent="approveRejected"
        values={{ requestId: id }}
        action={address}
        onInput={keepOnList}
        className="grid gap-4"
        key={refused?.at}
      >
        <Field
          label={t("upgradeReview.note")}
          hint={t("upgradeReview.approveRejectedText")}
          errors={refused?.form.error?.note ?? undefined}
        >
          <NoteArea refused={refused} isRequired />
        </Field>
        <ConfirmDialog
          tone="main"
          trigger={<SubmitButton className="justify-self-start">{t("upgradeReview.approve")}</SubmitButton>}
          title={t("upgradeReview.approveRejectedTitle")}
          description={t("upgradeReview.approveRejectedText")}
          cancelLabel={t("upgradeReview.cancel")}
        />
      </AppForm>
    </Disclosure>
  );
}

/**
 * Returns the form action of a decision: the current list with the request included, so that the second of two
 * administrators sees the first decision.
 */
function useDecisionAddress({ id }: ReviewRequest): string {
  const [open] = useSearchParams();
  return `?${withRequest(open, id)}`;
}

/** Returns the list's query with a request that is always included. */
function withRequest(open: URLSearchParams, id: string): URLSearchParams {
  const query = new URLSearchParams(open);
  query.set("decided", id);
  return query;
}

/** Returns a function that keeps a request on the list while a form of its is filled in, whoever decides it meanwhile. */
function useKeepOnList({ id }: ReviewRequest): () => void {
  const [open, setOpen] = useSearchParams();
  return () => {
    if (open.get("decided") !== id) setOpen(withRequest(open, id), { replace: true, preventScrollReset: true });
  };
}

interface Props {
  request: ReviewRequest;
  answer: FormAnswer | undefined;
}

/** Returns the form result with errors if it belongs to this request. */
function findFormErrors(intent: string, { request, answer }: Props): FormAnswer | null {
  const typed = answer?.form.initialValue as { requestId?: string } | undefined;
  return answer && answer.intent === intent && typed?.requestId === request.id ? answer : null;
}

function RejectForm({ request, answer, intent }: Props & { intent: "reject" | "rejectApproved" }) {
  const t = useT();
  const address = useDecisionAddress(request);
  const keepOnList = useKeepOnList(request);
  const { id } = request;
  const refused = findFormErrors(intent, { request, answer });
  return (
    <AppForm
      intent={intent}
      values={{ requestId: id }}
      action={address}
      onInput={keepOnList}
      className="grid gap-4"
      key={refused?.at}
    >
      <Field label={t("upgradeReview.note")} mark={t("form.optional")} errors={refused?.form.error?.note ?? undefined}>
        <NoteArea refused={refused} />
      </Field>
      <p>{t("upgradeReview.rejectHint")}</p>
      <div className="flex flex-wrap gap-2">
        {rejectReasons.map((reason) => (
          <SubmitButton key={reason} name="reason" value={reason} size="sm" variant="ghost">
            {t(`subscription.reasons.${reason}`)}
          </SubmitButton>
        ))}
      </div>
    </AppForm>
  );
}

function NoteArea({ refused, isRequired = false }: { refused: FormAnswer | null; isRequired?: boolean }) {
  const typed = refused?.form.initialValue as { note?: string } | undefined;
  return (
    <TextArea
      name="note"
      rows={2}
      dir="auto"
      required={isRequired}
      maxLength={maxLengths.reviewNote}
      defaultValue={typed?.note}
    />
  );
}

/** Card of one request: user, plan, payment and proof, and the decision forms. */
export function RequestCard({ request, answer, box }: RequestCardProps) {
  const { t, format } = useViewer();
  const { id, status, plan, currentPlan, months, priceCents, reference, notes } = request;
  const name = request.fullName ?? t("upgradeReview.anonymous");
  const offer = t("subscription.offerName", { plan: t(`plans.names.${plan}`), count: months });
  return (
    <Card
      as="li"
      data-row
      className="grid grid-cols-1 gap-5 has-[input[name=ids]:checked]:bg-brand-soft/50 md:grid-cols-[13rem_minmax(0,1fr)]"
    >
      <Proof id={id} has={request.hasProof} name={name} />
      <div className="grid min-w-0 content-start gap-4">
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {box && <span className="-ms-3 -my-3">{box}</span>}
            <h2 className="text-lg">
              <bdi className="wrap-anywhere">{name}</bdi>
            </h2>
            <RequestChip status={status} />
            <Code className="text-sm text-ink-3">{receiptNumber(request)}</Code>
          </div>
          <p className="text-sm text-ink-2">
            {request.email && <Ltr className="wrap-anywhere">{request.email}</Ltr>}
            {request.email && "\u00a0· "}
            <span title={format.date(request.askedAt, "dateTime")}>
              {t("upgradeReview.waited", { ago: format.ago(request.askedAt) })}
            </span>
          </p>
        </div>
        <UsedBefore warnings={request.warnings} />
        <DescriptionList
          layout="grid"
          items={[
            {
              term: t("subscription.wanted"),
              detail: t("upgradeReview.change", { from: t(`plans.names.${currentPlan}`), to: offer }),
            },
            { term: t("subscription.price"), detail: <Ltr className="tabular-nums">{formatMoney(priceCents)}</Ltr> },
            { term: t("subscription.method"), detail: t(`subscription.methods.${request.paymentMethod}`) },
            {
              term: t("subscription.reference"),
              detail: reference && <bdi className="wrap-anywhere">{reference}</bdi>,
            },
          ]}
        />
        {notes && (
          <p dir="auto" className="rounded-2 bg-sunken px-4 py-3 text-sm whitespace-pre-line wrap-anywhere">
            {notes}
          </p>
        )}
        {status === "pending" ? <DecisionForms request={request} answer={answer} /> : <Decision request={request} />}
        {(status === "approved" || status === "rejected") && request.userId && (
          <CorrectForms request={request} answer={answer} />
        )}
      </div>
    </Card>
  );
}

function Proof({ id, has, name }: { id: string; has: boolean; name: string }) {
  const t = useT();
  if (!has)
    return (
      <p className="grid place-items-center rounded-2 bg-sunken p-6 text-sm text-ink-3">{t("upgradeReview.noProof")}</p>
    );
  const src = href("/admin/upgrade-requests/:requestId/proof", { requestId: id });
  return (
    <a href={src} target="_blank" rel="noreferrer" className="self-start overflow-hidden rounded-2 bg-sunken">
      <img
        src={`${src}?small`}
        alt={t("upgradeReview.proofOf", { name })}
        loading="lazy"
        className="h-72 w-full object-contain md:h-80"
      />
    </a>
  );
}

function Decision({ request }: { request: ReviewRequest }) {
  const { t, format } = useViewer();
  const { status, reviewer, closedAt, reason, reviewNote, startsAt, endsAt } = request;
  const date = (moment: Date) => format.date(moment, "shortDate");
  const what = t(`subscription.statuses.${status}`);
  const when = closedAt ? format.date(closedAt, "dateTime") : "";
  return (
    <div className="grid gap-1 border-t border-line pt-4 text-sm">
      <p className="font-medium">
        {reviewer
          ? t("upgradeReview.decidedBy", { status: what, name: `\u2068${reviewer}\u2069`, date: when })
          : t("upgradeReview.closedOn", { status: what, date: when })}
      </p>
      {startsAt && endsAt && (
        <p className="text-ink-2">{t("subscription.granted", { from: date(startsAt), to: date(endsAt) })}</p>
      )}
      {reason && <p className="text-ink-2">{t(`subscription.reasons.${reason}`)}</p>}
      {reviewNote && (
        <p dir="auto" className="whitespace-pre-line text-ink-2 wrap-anywhere">
          {reviewNote}
        </p>
      )}
    </div>
  );
}
