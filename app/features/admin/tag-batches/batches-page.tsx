import { getInputProps, getSelectProps } from "@conform-to/react";
import FileInputIcon from "lucide-react/icons/file-input";
import { href, Link } from "react-router";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { getListPath, redirectToBulkRun, startBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { readListState } from "#app/features/admin-lists/list-state.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { batchColumns, batchForm, createBatch, listBatches } from "#app/features/tags/batches/batches.server.ts";
import { chipNames } from "#app/features/tags/ndef.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { readListQuery, readListSort } from "#app/platform/http/list-query.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { NativeSelect, Options, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { createTagIntents } from "../tags/bulk-tags.server.ts";
import { selectTagsOfBatches } from "../tags/list-all-tags.server.ts";
import { actionsOfBatch, TagActions } from "../tags/tag-actions.tsx";
import type { Route } from "./+types/batches-page";

export const handle = { i18n: ["adminTags", "batches", "tags"], title: "batches.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { search, page } = readListQuery(request, {});
  const order = readListSort(request, batchColumns, "-made");
  return {
    ...(await readListState({ request, context }, actor, { search, order })),
    ...(await listBatches(ctx, actor, { search, order, page })),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const listPath = getListPath(args);
  const make = defineIntent(batchForm, async (form) => {
    const id = await createBatch(ctx, actor, form);
    return redirectWithToast(href("/admin/tags/batches/:batchId", { batchId: id }), "batches.new.made");
  });
  const changes = createTagIntents(async (action, { ids }, params) => {
    const subjects = selectTagsOfBatches(ctx, actor, ids);
    return redirectToBulkRun(listPath, await startBulkRun(ctx, actor, action, { params, listPath, subjects }));
  });
  return handleIntents(args, { make, ...changes }, { failed: "batches.new.failed" });
}

function NewBatch({ answer }: { answer: FormAnswer | undefined }) {
  const t = useT();
  const [form, fields] = useAppForm<{ name: string; count: string; chip: string; hasClaimCodes: string }>({
    id: "new-batch",
    intent: "make",
    answer,
    defaultValue: { count: "100", chip: "ntag213" },
  });
  return (
    <Card as="section">
      <CardHeader title={t("batches.new.title")} />
      <AppForm form={form} className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field
            id={fields.name.id}
            label={t("batches.new.name")}
            hint={t("batches.new.nameHint")}
            errors={fields.name.errors}
          >
            <TextInput
              {...getInputProps(fields.name, { type: "text" })}
              required
              maxLength={60}
              dir="auto"
              autoComplete="off"
            />
          </Field>
          <Field id={fields.count.id} label={t("batches.new.count")} errors={fields.count.errors}>
            <TextInput {...getInputProps(fields.count, { type: "text" })} inputMode="numeric" required maxLength={6} />
          </Field>
          <Field id={fields.chip.id} label={t("batches.new.chip")} errors={fields.chip.errors}>
            <NativeSelect {...getSelectProps(fields.chip)}>
              <Options values={chipNames} label={(chip) => t(`batches.chipNames.${chip}`)} />
            </NativeSelect>
          </Field>
        </div>
        <Checkbox
          {...getInputProps(fields.hasClaimCodes, { type: "checkbox" })}
          label={t("batches.new.claimCodes")}
          hint={t("batches.new.claimCodesHint")}
        />
        <div>
          <SubmitButton>{t("batches.new.make")}</SubmitButton>
        </div>
      </AppForm>
    </Card>
  );
}

/** Page that lists tag batches, with the form to create one. */
/** Count in a table: on a phone, whose rows have no column heads, with what it counts. */
function Count({ count, text }: { count: number; text: string }) {
  return (
    <>
      <span className="@2xl:hidden">{text}</span>
      <span className="@max-2xl:hidden">{count}</span>
    </>
  );
}

export default function BatchesPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, format } = useViewer();
  const { batches, search } = loaderData;
  return (
    <AdminList
      path={[{ label: t("tags.adminTitle"), to: href("/admin/tags") }]}
      title={t("batches.title")}
      lead={t("batches.lead")}
      actions={
        <ButtonLink to={href("/admin/tags/chips")} variant="ghost" icon={<FileInputIcon aria-hidden />}>
          {t("batches.chips.title")}
        </ButtonLink>
      }
      list={loaderData}
      search={{ label: t("batches.search") }}
      bulk={{
        label: ({ name }) => t("batches.select", { name }),
        total: batches.length,
        errors: (answer?.intent !== "make" && answer?.form.error?.[""]) || undefined,
        actions: ({ count }) => <TagActions actions={actionsOfBatch} count={count} of="batches" />,
      }}
      count={{ text: (count) => t("batches.total", { count }) }}
      caption={t("batches.caption")}
      rows={batches}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          inCard
          drawing={<TagDrawing className="h-24" />}
          title={t(search ? "batches.noneFound" : "batches.none")}
          text={search ? undefined : t("batches.noneText")}
        />
      }
      columns={[
        {
          key: "name",
          sort: "name",
          head: t("batches.new.name"),
          primary: true,
          cell: ({ id, name }) => (
            <Link
              to={href("/admin/tags/batches/:batchId", { batchId: id })}
              className="font-semibold text-brand-deep underline-offset-4 hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        { key: "chip", head: t("batches.new.chip"), cell: ({ chip }) => <bdi>{t(`batches.chipNames.${chip}`)}</bdi> },
        {
          key: "count",
          head: t("batches.new.count"),
          end: true,
          cell: ({ tagCount }) => <Count count={tagCount} text={t("batches.count", { count: tagCount })} />,
        },
        {
          key: "claimed",
          head: t("batches.claimed"),
          end: true,
          cell: ({ claimedCount }) => <Count count={claimedCount} text={`${t("batches.claimed")}: ${claimedCount}`} />,
        },
        {
          key: "chips",
          head: t("batches.withChip"),
          end: true,
          cell: ({ chipCount }) => <Count count={chipCount} text={`${t("batches.withChip")}: ${chipCount}`} />,
        },
        {
          key: "made",
          sort: "made",
          head: t("batches.made"),
          cell: ({ createdAt }) => <bdi>{format.date(createdAt, "shortDate")}</bdi>,
        },
      ]}
    >
      <NewBatch answer={answer} />
    </AdminList>
  );
}
