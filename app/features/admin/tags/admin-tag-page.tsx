import { href, Link, useLoaderData } from "react-router";
import { ConfirmForm } from "#app/features/admin-lists/confirm-button.tsx";
import { AuditHistory } from "#app/features/audit-log/audit-line.tsx";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { PetSelect } from "#app/features/tags/manage/pet-select.tsx";
import { TagChips } from "#app/features/tags/manage/tag-chips.tsx";
import { WriteDialog } from "#app/features/tags/nfc/write-dialog.tsx";
import { linkForOwnerForm, onBehalfForm } from "#app/features/tags/tags.forms.server.ts";
import { adminStateOf } from "#app/features/tags/tags.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast, type Toast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Timeline, type TimelineItem } from "#app/platform/ui/lists/timeline.tsx";
import { Code, Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/admin-tag-page";
import { allowClaimAsAdmin, linkTagAsAdmin, releaseTagAsAdmin, unlinkTagAsAdmin } from "./admin-tag-actions.server.ts";
import { getTagFacts } from "./list-all-tags.server.ts";
import { actionsOfState, TagActions } from "./tag-actions.tsx";

export const handle = {
  i18n: ["adminTags", "audit", "replacement", "tagWriting", "tags"],
  title: "tags.adminTitle" satisfies WordKey,
};

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return {
    ...(await getTagFacts(ctx, actor, params.tagId, context.get(requestInfoContext).language)),
    publicUrl: ctx.settings.publicUrl,
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { tagId } = args.params;
  const done = (code: Toast["code"]) => redirectWithToast(href("/admin/tags/:tagId", { tagId }), code);
  return handleIntents(
    args,
    {
      link: defineIntent(linkForOwnerForm, async ({ seen, petId }) => {
        await linkTagAsAdmin(ctx, actor, { tagId, seen }, petId);
        return done("adminTags.linkDone");
      }),
      unlink: defineIntent(onBehalfForm, async ({ seen }) => {
        await unlinkTagAsAdmin(ctx, actor, { tagId, seen });
        return done("adminTags.unlinkDone");
      }),
      allowClaim: defineIntent(onBehalfForm, async ({ seen }) => {
        await allowClaimAsAdmin(ctx, actor, { tagId, seen });
        return done("adminTags.allowClaimDone");
      }),
      release: defineIntent(onBehalfForm, async ({ seen }) => {
        await releaseTagAsAdmin(ctx, actor, { tagId, seen });
        return done("adminTags.releaseDone");
      }),
    },
    { failed: "adminTags.failed" },
  );
}

interface Props {
  tag: { ownerId: string | null; petId: string | null; petName: string | null; seen: number };
  pets: { id: string; name: string }[];
  formerOwner: { id: string; name: string } | null;
  answer: FormAnswer | undefined;
}

/** Card with an administrator's actions on somebody's tag, for when its owner has asked for help. */
function AdminTagActionsCard({ tag, pets, formerOwner, answer }: Props) {
  const t = useT();
  if (!tag.ownerId && formerOwner)
    return (
      <Card as="section" className="grid gap-4">
        {answer?.refusal && (
          <Notice tone="lost" role="alert">
            {answer.refusal}
          </Notice>
        )}
        <p className="text-sm text-ink-2">{t("adminTags.withheld", { name: `\u2068${formerOwner.name}\u2069` })}</p>
        <AppForm intent="allowClaim" values={{ seen: tag.seen }}>
          <SubmitButton variant="ghost">{t("adminTags.allowClaim")}</SubmitButton>
        </AppForm>
      </Card>
    );
  if (!tag.ownerId) return <Notice>{t("adminTags.free")}</Notice>;
  return (
    <Card as="section" className="grid gap-5">
      <CardHeader title={t("adminTags.onBehalf")} text={t("adminTags.onBehalfText")} />
      {answer?.refusal && (
        <Notice tone="lost" role="alert">
          {answer.refusal}
        </Notice>
      )}
      {pets.length === 0 ? (
        <p className="text-sm text-ink-2">{t("adminTags.noPets")}</p>
      ) : (
        <AppForm intent="link" values={{ seen: tag.seen }} className="grid gap-4">
          <Field label={t("tags.pet")} errors={answer?.form.error?.petId ?? []}>
            <PetSelect name="petId" pets={pets} empty={t("tags.choosePet")} defaultValue={tag.petId ?? ""} />
          </Field>
          <SubmitButton className="justify-self-start">{t("adminTags.link")}</SubmitButton>
        </AppForm>
      )}
      <div className="flex flex-wrap gap-3">
        {tag.petId && (
          <ConfirmForm
            label={t("adminTags.unlink")}
            fields={{ seen: tag.seen }}
            intent="unlink"
            title={t("adminTags.unlinkTitle", { name: `\u2068${tag.petName}\u2069` })}
            text={t("adminTags.unlinkText")}
          />
        )}
        <ConfirmForm
          label={t("adminTags.release")}
          fields={{ seen: tag.seen }}
          intent="release"
          title={t("adminTags.releaseTitle")}
          text={t("adminTags.releaseText")}
        />
      </div>
    </Card>
  );
}

/** Page of one tag: its state and history, and the actions for when its owner asks for help. */
export default function AdminTagPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { tag, ownerPets, formerOwner, history, publicUrl } = loaderData;
  return (
    <div className="wrap-anywhere">
      <PageHeader
        path={[{ label: t("tags.adminTitle"), to: href("/admin/tags") }]}
        current={<Code>{tag.code}</Code>}
        title={<Code className="tabular-nums">{tag.code}</Code>}
        lead={<TagChips tag={tag} />}
        actions={<WriteDialog code={tag.code} publicUrl={publicUrl} variant="quick" />}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-6">
          <Facts />
          <AuditHistory lines={history} title={t("adminTags.changes")} none={t("adminTags.noChanges")} />
        </div>
        <div className="grid gap-6">
          <TagHistory />
          <StockCard />
          <AdminTagActionsCard key={tag.seen} tag={tag} pets={ownerPets} formerOwner={formerOwner} answer={answer} />
        </div>
      </div>
    </div>
  );
}

function Facts() {
  const t = useT();
  const { tag } = useLoaderData<typeof loader>();
  const { code, batch, ownerId, ownerName, ownerEmail, petId, petName } = tag;
  const linked = (to: string, name: string | null) => (
    <Link to={to} className="link">
      <bdi>{name}</bdi>
    </Link>
  );
  const owner = ownerId ? (
    <span className="grid">
      {linked(href("/admin/users/:userId", { userId: ownerId }), ownerName)}
      <Ltr className="text-xs font-normal text-ink-3">{ownerEmail}</Ltr>
    </span>
  ) : (
    t("adminTags.nobody")
  );
  return (
    <Card as="section">
      <CardHeader title={t("adminTags.facts")} />
      <DescriptionList
        items={[
          { term: t("tags.owner"), detail: owner },
          { term: t("tags.pet"), detail: petId && linked(href("/admin/pets/:petId", { petId }), petName) },
          { term: t("adminTags.kind"), detail: t(`adminTags.kinds.${tag.codeKind}`) },
          {
            term: t("tags.batch"),
            detail: batch && linked(`${href("/admin/tags")}?${new URLSearchParams({ batch })}`, batch),
          },
          {
            term: t("adminTags.address"),
            detail: (
              <Link to={href("/tag/:tagCode", { tagCode: code })} reloadDocument className="link">
                <Ltr>{href("/tag/:tagCode", { tagCode: code })}</Ltr>
              </Link>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** Card with the bulk actions applied to this one tag; the result and undo are shown in the list. */
function StockCard() {
  const t = useT();
  const { tag } = useLoaderData<typeof loader>();
  const actions = actionsOfState[adminStateOf(tag)].filter((one) => one !== "codes");
  if (actions.length === 0) return null;
  return (
    <Card as="section">
      <CardHeader title={t("adminTags.many.title")} />
      <AppForm
        values={{ ids: tag.id }}
        action={`${href("/admin/tags")}?${new URLSearchParams({ q: tag.code })}`}
        className="flex flex-wrap gap-2"
      >
        <TagActions actions={actions} count={1} />
      </AppForm>
    </Card>
  );
}

function TagHistory() {
  const { t, format } = useViewer();
  const { tag, scans } = useLoaderData<typeof loader>();
  const step = (title: string, when: Date | null, note?: string): TimelineItem => ({
    state: when ? "done" : "next",
    stateLabel: t(when ? "adminTags.done" : "adminTags.next"),
    title,
    note,
    time: when ? <bdi>{format.date(when, "dateTime")}</bdi> : t("adminTags.notYet"),
  });
  return (
    <Card as="section">
      <CardHeader title={t("adminTags.history")} />
      <Timeline
        items={[
          step(t("adminTags.made"), tag.createdAt),
          step(t("adminTags.claimed"), tag.claimedAt),
          step(t("adminTags.linked"), tag.linkedAt),
          step(
            t("adminTags.scanned", { count: scans.all }),
            scans.last,
            t("adminTags.byPeople", { count: scans.people }),
          ),
        ]}
      />
    </Card>
  );
}
