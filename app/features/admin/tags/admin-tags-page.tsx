import Factory from "lucide-react/icons/factory";
import Printer from "lucide-react/icons/printer";
import { href, Link } from "react-router";
import { TagLink } from "#app/features/admin-lists/admin-links.tsx";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { getListPath, redirectToBulkRun, startBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { readListState } from "#app/features/admin-lists/list-state.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { createTag, createTags } from "#app/features/tags/batches/create-tags.server.ts";
import { customCodeForm, generateForm } from "#app/features/tags/tags.forms.server.ts";
import { type AdminTagState, adminStateOf, adminTagStates } from "#app/features/tags/tags.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { useFormKey } from "#app/platform/http/forms/use-form-key.ts";
import { formatListQuery } from "#app/platform/http/list-query.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { optionsOf } from "#app/platform/ui/lists/search-form.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import type { Route } from "./+types/admin-tags-page";
import { createTagIntents } from "./bulk-tags.server.ts";
import { CustomCodeForm, GenerateForm } from "./create-tags-forms.tsx";
import { listAllTags, readTagSearch, selectTags } from "./list-all-tags.server.ts";
import { actionsOfState, ClaimCodesButton, TagActions } from "./tag-actions.tsx";

export const handle = {
  i18n: ["adminTags", "batches", "tags"],
  title: "tags.adminTitle",
  failed: { "": "tags.generateFailed" },
} satisfies PageHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = readTagSearch(request);
  return {
    ...(await readListState({ request, context }, actor, query)),
    ...(await listAllTags(ctx, actor, query)),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const listPath = getListPath(args);
  return handleIntents(
    args,
    {
      ...createTagIntents((action, { ids, all }, params) =>
        selectTags(ctx, actor, { ids, all }, readTagSearch(args.request)).then(async (subjects) =>
          redirectToBulkRun(listPath, await startBulkRun(ctx, actor, action, { params, listPath, subjects })),
        ),
      ),
      generate: defineIntent(generateForm, async (form) => {
        const codes = await createTags(ctx, actor, form);
        return redirectWithToast(href("/admin/tags"), {
          type: "success",
          code: "tags.generated",
          params: { count: codes.length },
        });
      }),
      create: defineIntent(customCodeForm, async ({ code }) => {
        await createTag(ctx, actor, code);
        return redirectWithToast(href("/admin/tags"), "tags.added");
      }),
    },
    { failed: "tags.generateFailed" },
  );
}

const tones = {
  available: "info",
  unlinked: "sun",
  linked: "ok",
  inactive: "plain",
  waiting: "sun",
  void: "lost",
} as const satisfies Record<AdminTagState, string>;

/** Page that lists all tags, with the form to create codes and the export. */
export default function AdminTagsPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, format } = useViewer();
  const { tags, state, batch } = loaderData;
  const formKey = useFormKey();
  const found = formatListQuery({ search: loaderData.search, filters: loaderData.filters });
  return (
    <AdminList
      title={t("tags.adminTitle")}
      lead={t("tags.adminLead")}
      actions={
        <>
          <ButtonLink to={href("/admin/tags/batches")} variant="ghost" icon={<Factory aria-hidden />}>
            {t("batches.toBatches")}
          </ButtonLink>
          <ButtonLink to={`${href("/admin/tags/print")}?${found}`} variant="ghost" icon={<Printer aria-hidden />}>
            {t("batches.toPrint")}
          </ButtonLink>
        </>
      }
      list={loaderData}
      search={{
        label: t("tags.search"),
        choices: [
          {
            name: "state",
            label: t("tags.status"),
            any: t("tags.allStates"),
            options: optionsOf(adminTagStates, (one) => t(`tags.states.${one}`)),
          },
        ],
      }}
      csv={href("/admin/tags.csv")}
      note={
        batch && (
          <Notice
            action={
              <ButtonLink to={href("/admin/tags")} variant="ghost" size="sm">
                {t("adminTags.showAll")}
              </ButtonLink>
            }
          >
            {t("adminTags.batchOnly", { batch: `\u2068${batch}\u2069` })}
          </Notice>
        )
      }
      bulk={{
        label: ({ code }) => t("adminTags.select", { code }),
        errors: answer?.form.error?.[""] ?? undefined,
        actions: (selection) => {
          const actions = actionsOfState[state ?? "any"];
          return (
            <>
              <TagActions actions={actions.filter((one) => one !== "codes")} count={selection.count} />
              {actions.includes("codes") && <ClaimCodesButton selection={selection} filters={found} />}
            </>
          );
        },
      }}
      count={{
        text: (count) => t("tags.count", { count }),
        moreThan: (number) => t("adminTags.moreThan", { number }),
      }}
      caption={t("tags.listCaption")}
      rows={tags}
      rowKey={(tag) => tag.id}
      empty={<p className="text-ink-2">{t("tags.noneFound")}</p>}
      columns={[
        {
          key: "code",
          sort: "code",
          head: t("tags.code"),
          primary: true,
          cell: (tag) => <TagLink id={tag.id} code={tag.code} />,
        },
        {
          key: "state",
          head: t("tags.status"),
          cell: (tag) => <Chip tone={tones[adminStateOf(tag)]}>{t(`tags.states.${adminStateOf(tag)}`)}</Chip>,
        },
        {
          key: "owner",
          head: t("tags.owner"),
          cell: (tag) => tag.ownerEmail && <Ltr className="wrap-anywhere">{tag.ownerEmail}</Ltr>,
        },
        { key: "pet", head: t("tags.pet"), cell: (tag) => tag.petName && <bdi>{tag.petName}</bdi> },
        { key: "batch", sort: "batch", head: t("tags.batch"), cell: (tag) => tag.batch && <Batch name={tag.batch} /> },
        {
          key: "created",
          sort: "created",
          head: t("tags.created"),
          cell: (tag) => <bdi>{format.date(tag.createdAt, "shortDate")}</bdi>,
        },
      ]}
    >
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <GenerateForm key={`generate-${formKey}`} answer={answer?.intent === "generate" ? answer : undefined} />
        <CustomCodeForm key={`custom-${formKey}`} answer={answer?.intent === "create" ? answer : undefined} />
      </div>
    </AdminList>
  );
}

function Batch({ name }: { name: string }) {
  return (
    <Link to={`${href("/admin/tags")}?${new URLSearchParams({ batch: name })}`} className="link">
      <bdi>{name}</bdi>
    </Link>
  );
}

export { TagsErrorBoundary as ErrorBoundary } from "#app/features/tags/manage/tags-error-boundary.tsx";
