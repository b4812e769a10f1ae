import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { ReviewRequest } from "#app/features/plans/review/upgrade-review.server.ts";
import { longest, rejectReasons } from "#app/features/plans/upgrade-requests/upgrade-requests.rules.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextArea } from "#app/platform/ui/forms/text-input.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";

/** Approve, or turn down with one press on the reason. */
export function DecisionForms({ request, answer }: { request: ReviewRequest; answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const { id, warnings } = request;
  const match = { requestId: id };
  const typed = answer?.form.initialValue as { requestId?: string; note?: string } | undefined;
  const mine = answer?.intent === "reject" && typed?.requestId === id ? answer : undefined;
  const approve = (
    <SubmitButton name="intent" value="approve" match={match}>
      {t("upgradeReview.approve")}
    </SubmitButton>
  );
  return (
    <div className="grid gap-3">
      {request.canApprove ? (
        <Form method="post">
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
      <Disclosure summary={t("upgradeReview.rejectTitle")} open={mine !== undefined}>
        <Form method="post" className="grid gap-4" key={mine?.at}>
          <input type="hidden" name="requestId" value={id} />
          <input type="hidden" name="intent" value="reject" />
          <Field label={t("upgradeReview.note")} mark={t("form.optional")} errors={mine?.form.error?.note ?? undefined}>
            <TextArea
              name="note"
              rows={2}
              dir="auto"
              maxLength={longest.reviewNote}
              defaultValue={mine && typed?.note}
            />
          </Field>
          <p>{t("upgradeReview.rejectHint")}</p>
          <div className="flex flex-wrap gap-2">
            {rejectReasons.map((reason) => (
              <SubmitButton key={reason} name="reason" value={reason} size="sm" variant="ghost" match={match}>
                {t(`subscription.reasons.${reason}`)}
              </SubmitButton>
            ))}
          </div>
        </Form>
      </Disclosure>
    </div>
  );
}
