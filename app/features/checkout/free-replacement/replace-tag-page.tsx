// /dashboard/tags-management/:tagId/replace: not in tags, because it places an order.
import { href, Link, redirect } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { claimTypedCode } from "#app/features/tags/claim/claim-typed-code.server.ts";
import { CodeFields } from "#app/features/tags/claim/code-fields.tsx";
import { cancelReplacement, getTagToReplace, requestReplacement } from "#app/features/tags/replacements.server.ts";
import { askForm, inPlaceForm } from "#app/features/tags/tags.forms.server.ts";
import { replaceReasons } from "#app/features/tags/tags.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, emptyForm, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast, type Toast } from "#app/platform/http/toast.server.ts";
import { formatMoney, getShopTerms } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { useRejectedFocus } from "#app/platform/ui/forms/answered-field.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Code, WithCodes } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/replace-tag-page";
import { type FreeReplacementState, getFreeReplacementState } from "./free-replacement.server.ts";

export const handle = { i18n: ["checkout", "plans", "replacement", "tags"], title: "replacement.title" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const tag = await getTagToReplace(ctx, actor, params.tagId);
  return { tag, state: await getFreeReplacementState(ctx, actor, tag) };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { id: tagId } = await getTagToReplace(ctx, actor, args.params.tagId);
  const { address } = args.context.get(requestInfoContext);
  const here = href("/dashboard/tags-management/:tagId/replace", { tagId });
  const done = (code: Toast["code"]) => redirectWithToast(here, code);
  return handleIntents(
    args,
    {
      ask: defineIntent(askForm, async ({ reason }) => {
        await requestReplacement(ctx, actor, { tagId, reason });
        return redirect(here, 303);
      }),
      place: defineIntent(inPlaceForm, async (form) => {
        await claimTypedCode(ctx, { actor, address }, { ...form, replaces: tagId });
        return done("replacement.placed");
      }),
      keep: defineIntent(emptyForm, async () => {
        await cancelReplacement(ctx, actor, tagId);
        return done("replacement.kept");
      }),
    },
    { failed: "replacement.failed" },
  );
}

interface Shown {
  code: string;
  label: string | null;
  petName: string | null;
}

function OldTag({ tag }: { tag: Shown }) {
  const t = useT();
  return (
    <Card pad="sm" tone="brand" className="flex items-center gap-4">
      <TagDrawing metal="steel" className="h-16 shrink-0" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">
          <bdi>{tag.petName ?? t("tags.noPet")}</bdi>
        </p>
        <p className="text-sm text-ink-2 tabular-nums">
          <Code>{tag.code}</Code>
        </p>
        {tag.label && (
          <p className="text-sm text-ink-2">
            <bdi>{tag.label}</bdi>
          </p>
        )}
      </div>
    </Card>
  );
}

function ReasonForm({ answer }: { answer: FormAnswer | undefined }) {
  const t = useT();
  const errors = answer?.intent === "ask" ? (answer.form.error?.reason ?? undefined) : undefined;
  return (
    <AppForm intent="ask" className="grid gap-5">
      <RadioCards
        legend={t("replacement.reason")}
        name="reason"
        required
        columns={2}
        {...(errors ? { errors } : {})}
        options={replaceReasons.map((value) => ({
          value,
          title: t(`replacement.reasons.${value}`),
          text: t(`replacement.reasonTexts.${value}`),
        }))}
      />
      <div>
        <SubmitButton>{t("replacement.next")}</SubmitButton>
      </div>
    </AppForm>
  );
}

function ReplacementOptions({
  tagId,
  state,
  answer,
}: {
  tagId: string;
  state: FreeReplacementState;
  answer: FormAnswer | undefined;
}) {
  const t = useT();
  const placed = answer?.intent === "place" ? answer : undefined;
  const ref = useRejectedFocus(placed);
  return (
    <section className="grid gap-4" aria-labelledby="ways">
      <h2 id="ways" className="text-lg">
        {t("replacement.howTitle")}
      </h2>
      <OrderCard tagId={tagId} state={state} />
      <Card>
        <CardHeader level={3} title={t("replacement.haveTitle")} text={t("replacement.haveText")} />
        <AppForm ref={ref} intent="place" className="grid gap-4">
          <CodeFields answer={placed} />
          <div>
            <SubmitButton variant="ghost">{t("replacement.place")}</SubmitButton>
          </div>
        </AppForm>
      </Card>
    </section>
  );
}

/** Card to order a new tag from the store; for free where the plan includes it. */
function OrderCard({ tagId, state }: { tagId: string; state: FreeReplacementState }) {
  const { t, format } = useViewer();
  if (state.isFree)
    return (
      <Card tone="sun">
        <CardHeader
          level={3}
          title={t("checkout.freeTag.offerTitle")}
          text={t("checkout.freeTag.offerText", {
            price: `\u2066${formatMoney(getShopTerms().freeReplacementCents)}\u2069`,
          })}
        />
        <ButtonLink to={href("/dashboard/tags-management/:tagId/replace/free", { tagId })}>
          {t("checkout.freeTag.offer")}
        </ButtonLink>
      </Card>
    );
  return (
    <Card>
      <CardHeader level={3} title={t("replacement.orderTitle")} text={t("replacement.orderText")} />
      <ButtonLink to={`${href("/store")}?category=tags`}>{t("replacement.toStore")}</ButtonLink>
      <p className="mt-4 text-sm text-ink-2">
        {state.from ? (
          t("checkout.freeTag.usedNote", { date: format.date(state.from, "date") })
        ) : (
          <>
            {t("checkout.freeTag.planNote")}{" "}
            <Link to={href("/dashboard/subscription")} className="link">
              {t("plans.see")}
            </Link>
          </>
        )}
      </p>
    </Card>
  );
}

/** Page where an owner replaces a tag, step by step; the pet is reachable at every step. */
export default function ReplaceTagPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { tag, state } = loaderData;
  const code = tag.successorCode && `\u2066${tag.successorCode}\u2069`;
  return (
    <div className="grid max-w-3xl gap-5">
      <PageHeader
        path={[{ label: t("tags.title"), to: href("/dashboard/tags-management") }]}
        title={t("replacement.title")}
        lead={t("replacement.lead")}
      />
      <OldTag tag={tag} />
      {tag.replacedAt ? (
        <Notice tone="ok" title={t("replacement.doneTitle")}>
          <WithCodes>{code ? t("replacement.doneText", { code }) : t("replacement.doneAlone")}</WithCodes>
        </Notice>
      ) : code ? (
        <Notice tone="sun" title={t("replacement.waitingTitle")}>
          <WithCodes>{t("replacement.waitingText", { code })}</WithCodes>
        </Notice>
      ) : state.why === "ordered" ? (
        <Notice
          tone="ok"
          title={t("checkout.freeTag.onItsWay")}
          action={
            <ButtonLink to={href("/dashboard/orders")} size="sm" variant="ghost">
              {t("checkout.toOrders")}
            </ButtonLink>
          }
        >
          {t("checkout.freeTag.onItsWayText")}
        </Notice>
      ) : tag.askedAt ? (
        <ReplacementOptions tagId={tag.id} state={state} answer={answer} />
      ) : (
        <Card as="section">
          <ReasonForm answer={answer} />
        </Card>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={href("/dashboard/tags-management")} variant="ghost">
          {t("replacement.toTags")}
        </ButtonLink>
        {tag.askedAt && state.why !== "ordered" ? (
          <AppForm intent="keep">
            <ConfirmDialog
              trigger={
                <Button type="submit" variant="ghost">
                  {t("replacement.keep")}
                </Button>
              }
              title={t("replacement.keepTitle")}
              description={t("replacement.keepText")}
            />
          </AppForm>
        ) : null}
      </div>
    </div>
  );
}
