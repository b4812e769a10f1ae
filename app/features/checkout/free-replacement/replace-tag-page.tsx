import { useTranslation } from "react-i18next";
import { Form, href, redirect } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { claimTypedCode } from "#app/features/tags/claim/claim-rate-limit.server.ts";
import {
  cancelReplacement,
  getReplacing,
  requestReplacement,
} from "#app/features/tags/replacement/replacements.server.ts";
import { askForm, inPlaceForm } from "#app/features/tags/tags.forms.server.ts";
import { emptyForm, handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast, type Toast } from "#app/platform/http/toast.server.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/replace-tag-page";
import { getFreeReplacementState } from "./free-replacement.server.ts";
import { OldTag } from "./old-tag.tsx";
import { ReasonForm } from "./reason-form.tsx";
import { ReplacementOptions } from "./replacement-options.tsx";

export const handle = { i18n: ["checkout", "plans", "replacement", "tags"], title: "replacement.title" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const tag = await getReplacing(ctx, actor, params.tagId);
  return { tag, standing: await getFreeReplacementState(ctx, actor, tag) };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { id: tagId } = await getReplacing(ctx, actor, args.params.tagId);
  const { address } = args.context.get(requestInfoContext);
  const here = href("/dashboard/tags-management/:tagId/replace", { tagId });
  const done = (code: Toast["code"]) => redirectWithToast(here, { type: "success", code });
  return handleIntents(args, {
    ask: intent(
      askForm,
      async ({ reason }) => {
        await requestReplacement(ctx, actor, { tagId, reason });
        return redirect(here, 303);
      },
      "replacement.failed",
    ),
    place: intent(
      inPlaceForm,
      async (form) => {
        await claimTypedCode(ctx, { actor, address }, { ...form, replaces: tagId });
        return done("replacement.placed");
      },
      "replacement.failed",
    ),
    keep: intent(
      emptyForm,
      async () => {
        await cancelReplacement(ctx, actor, tagId);
        return done("replacement.kept");
      },
      "replacement.failed",
    ),
  });
}

export const clientAction = submitForm;

/** Page where an owner replaces a tag, step by step; the pet is reachable at every step. */
export default function ReplaceTagPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { tag, standing } = loaderData;
  useErrorToast(answer);
  const code = tag.successorCode && `\u2066${tag.successorCode}\u2069`;
  return (
    <div className="grid max-w-3xl gap-5">
      <PageHeader
        above={
          <Breadcrumb
            items={[
              { label: t("tags.title"), to: href("/dashboard/tags-management") },
              { label: t("replacement.title") },
            ]}
          />
        }
        title={t("replacement.title")}
        lead={t("replacement.lead")}
      />
      <OldTag tag={tag} />
      {tag.replacedAt ? (
        <Notice tone="ok" title={t("replacement.doneTitle")}>
          {code ? t("replacement.doneText", { code }) : t("replacement.doneAlone")}
        </Notice>
      ) : code ? (
        <Notice tone="sun" title={t("replacement.waitingTitle")}>
          {t("replacement.waitingText", { code })}
        </Notice>
      ) : standing.why === "ordered" ? (
        <Notice
          tone="ok"
          title={t("checkout.freeTag.onItsWay")}
          action={
            <ButtonLink to={href("/dashboard/orders")} size="sm" variant="ghost">
              {t("checkout.freeTag.toOrders")}
            </ButtonLink>
          }
        >
          {t("checkout.freeTag.onItsWayText")}
        </Notice>
      ) : tag.askedAt ? (
        <ReplacementOptions
          tagId={tag.id}
          standing={standing}
          answer={answer?.intent === "place" ? answer : undefined}
        />
      ) : (
        <Card as="section">
          <ReasonForm answer={answer} />
        </Card>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={href("/dashboard/tags-management")} variant="ghost">
          {t("replacement.toTags")}
        </ButtonLink>
        {tag.askedAt && standing.why !== "ordered" ? (
          <Form method="post">
            <ConfirmDialog
              trigger={
                <Button type="submit" name="intent" value="keep" variant="ghost">
                  {t("replacement.keep")}
                </Button>
              }
              title={t("replacement.keepTitle")}
              description={t("replacement.keepText")}
              confirmLabel={t("replacement.keep")}
              cancelLabel={t("form.cancel")}
            />
          </Form>
        ) : null}
      </div>
    </div>
  );
}
