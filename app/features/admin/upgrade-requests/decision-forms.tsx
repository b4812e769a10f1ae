import { useTranslation } from "react-i18next";
import { Form, useSearchParams } from "react-router";
import type { ReviewRequest } from "#app/features/plans/review/upgrade-review.server.ts";
import { maxLengths, rejectReasons } from "#app/features/plans/upgrade-requests/upgrade-requests.rules.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextArea } from "#app/platform/ui/forms/text-input.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";

/** Forms to approve a request, or to reject it by choosing a reason. */
export function DecisionForms({ request, answer }: Props) {
  const { t } = useTranslation();
  const address = useDecisionAddress(request);
  const { id, warnings } = request;
  const match = { requestId: id };
  const approve = (
    <SubmitButton name="intent" value="approve" match={match}>
      {t("upgradeReview.approve")}
    </SubmitButton>
  );
  return (
    <div className="grid gap-3">
      {request.canApprove ? (
        <Form method="post" action={address}>
          <input type="hidden" name="requestId" value={id} />
          {warnings.length === 0 ? (
            approve
          ) : (
            <ConfirmDialog
              tone="brand"
              trigger={approve}
              title={t("upgradeReview.approveTitle")}
              description={t("upgradeReview.approveText")}
              confirmLabel={t("upgradeReview.approve")}
              cancelLabel={t("upgradeReview.cancel")}
            />
          )}
        </Form>
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

/** Forms to change a decision, with a reason that the owner is shown. */
export function CorrectForms({ request, answer }: Props) {
  const { t } = useTranslation();
  const address = useDecisionAddress(request);
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
      <Form method="post" action={address} className="grid gap-4" key={refused?.at}>
        <input type="hidden" name="requestId" value={id} />
        <Field
          label={t("upgradeReview.note")}
          hint={t("upgradeReview.approveRejectedText")}
          errors={refused?.form.error?.note ?? undefined}
        >
          <NoteArea refused={refused} isRequired />
        </Field>
        <ConfirmDialog
          tone="brand"
          trigger={
            <SubmitButton
              name="intent"
              value="approveRejected"
              match={{ requestId: id }}
              className="justify-self-start"
            >
              {t("upgradeReview.approve")}
            </SubmitButton>
          }
          title={t("upgradeReview.approveRejectedTitle")}
          description={t("upgradeReview.approveRejectedText")}
          confirmLabel={t("upgradeReview.approve")}
          cancelLabel={t("upgradeReview.cancel")}
        />
      </Form>
    </Disclosure>
  );
}

/**
 * Returns the form action of a decision: the current list with the request included, so that the second of two
 * administrators sees the first decision.
 */
function useDecisionAddress({ id }: ReviewRequest): string {
  const [open] = useSearchParams();
  const query = new URLSearchParams(open);
  query.set("decided", id);
  return `?${query}`;
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
  const { t } = useTranslation();
  const address = useDecisionAddress(request);
  const { id } = request;
  const refused = findFormErrors(intent, { request, answer });
  return (
    <Form method="post" action={address} className="grid gap-4" key={refused?.at}>
      <input type="hidden" name="requestId" value={id} />
      <input type="hidden" name="intent" value={intent} />
      <Field label={t("upgradeReview.note")} mark={t("form.optional")} errors={refused?.form.error?.note ?? undefined}>
        <NoteArea refused={refused} />
      </Field>
      <p>{t("upgradeReview.rejectHint")}</p>
      <div className="flex flex-wrap gap-2">
        {rejectReasons.map((reason) => (
          <SubmitButton
            key={reason}
            name="reason"
            value={reason}
            size="sm"
            variant="ghost"
            match={{ requestId: id, intent }}
          >
            {t(`subscription.reasons.${reason}`)}
          </SubmitButton>
        ))}
      </div>
    </Form>
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
