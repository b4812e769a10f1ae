import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import Download from "lucide-react/icons/download";
import Factory from "lucide-react/icons/factory";
import Printer from "lucide-react/icons/printer";
import { useTranslation } from "react-i18next";
import { Form, href, Link } from "react-router";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { createTag, generateTags } from "#app/features/tags/batches/create-tags.server.ts";
import { customCodeForm, generateForm } from "#app/features/tags/tags.forms.server.ts";
import { stateOf, tagStates } from "#app/features/tags/tags.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { type FormAnswer, handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { useFormKey } from "#app/platform/http/forms/use-form-key.ts";
import { readListQuery } from "#app/platform/http/list-query.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { optionsOf } from "#app/platform/ui/lists/search-form.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { Route } from "./+types/admin-tags-page";
import { listAllTags } from "./list-all-tags.server.ts";

export const handle = { i18n: ["adminTags", "batches", "tags"], title: "tags.adminTitle" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { search, filters, after } = readListQuery(request, { state: tagStates, batch: 60 });
  return { ...(await listAllTags(ctx, actor, { search, ...filters, after })), search, ...filters };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleIntents(args, {
    generate: intent(
      generateForm,
      async (form) => {
        const codes = await generateTags(ctx, actor, form);
        return redirectWithToast(href("/admin/tags"), {
          type: "success",
          code: "tags.generated",
          params: { count: codes.length },
        });
      },
      "tags.generateFailed",
    ),
    create: intent(
      customCodeForm,
      async ({ code }) => {
        await createTag(ctx, actor, code);
        return redirectWithToast(href("/admin/tags"), { type: "success", code: "tags.added" });
      },
      "tags.generateFailed",
    ),
  });
}

export const clientAction = submitForm;

function GenerateForm({ answer }: { answer?: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ count: string; batch: string }>({
    id: "generate",
    lastResult: answer?.form,
    defaultValue: { count: "10" },
  });
  return (
    <Card as="section">
      <CardHeader title={t("tags.generateTitle")} />
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field id={fields.count.id} label={t("tags.howMany")} errors={fields.count.errors}>
            <TextInput {...getInputProps(fields.count, { type: "text" })} inputMode="numeric" maxLength={6} />
          </Field>
          <Field
            id={fields.batch.id}
            label={t("tags.batch")}
            mark={t("form.optional")}
            hint={t("tags.batchHint")}
            errors={fields.batch.errors}
          >
            <TextInput {...getInputProps(fields.batch, { type: "text" })} maxLength={60} />
          </Field>
        </div>
        <div>
          <SubmitButton name="intent" value="generate">
            {t("tags.generate")}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

function CustomForm({ answer }: { answer?: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ code: string }>({ id: "custom", lastResult: answer?.form });
  return (
    <Card as="section">
      <CardHeader title={t("tags.customTitle")} />
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
        <Field id={fields.code.id} label={t("tags.code")} hint={t("tags.codeShape")} errors={fields.code.errors}>
          <TextInput
            {...getInputProps(fields.code, { type: "text" })}
            ltr
            lang="en"
            maxLength={32}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <div>
          <SubmitButton variant="ghost" name="intent" value="create">
            {t("tags.create")}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

const tones = { available: "info", unlinked: "sun", linked: "ok", inactive: "plain" } as const;

/** Where administrators make codes, find a tag and export what they found. */
export default function AdminTags({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { tags, next, search, state, batch } = loaderData;
  const formKey = useFormKey();
  useErrorToast(answer);
  const found = new URLSearchParams({
    ...(search ? { q: search } : {}),
    ...(state && { state }),
    ...(batch && { batch }),
  });
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
          <a href={`${href("/admin/tags.csv")}?${found}`} download className={buttonClass({ variant: "ghost" })}>
            <Download aria-hidden className="size-5" />
            {t("tags.exportCsv")}
          </a>
        </>
      }
      search={{
        label: t("tags.search"),
        value: search,
        filters: [
          {
            name: "state",
            label: t("tags.status"),
            value: state,
            any: t("tags.allStates"),
            options: optionsOf(tagStates, (one) => t(`tags.states.${one}`)),
          },
        ],
      }}
      kept={{ batch }}
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
      caption={t("tags.listCaption")}
      rows={tags}
      rowKey={(tag) => tag.id}
      empty={<p className="text-ink-2">{t("tags.noneFound")}</p>}
      columns={[
        {
          key: "code",
          head: t("tags.code"),
          primary: true,
          cell: (tag) => (
            <Link to={href("/admin/tags/:tagId", { tagId: tag.id })} className="link tabular-nums">
              <Ltr>{tag.code}</Ltr>
            </Link>
          ),
        },
        {
          key: "state",
          head: t("tags.status"),
          cell: (tag) => <Chip tone={tones[stateOf(tag)]}>{t(`tags.states.${stateOf(tag)}`)}</Chip>,
        },
        { key: "owner", head: t("tags.owner"), cell: (tag) => (tag.ownerEmail ? <Ltr>{tag.ownerEmail}</Ltr> : "–") },
        { key: "pet", head: t("tags.pet"), cell: (tag) => <bdi>{tag.petName ?? "–"}</bdi> },
        { key: "batch", head: t("tags.batch"), cell: (tag) => <Batch name={tag.batch} /> },
        {
          key: "created",
          head: t("tags.created"),
          cell: (tag) => <bdi>{formatDate(tag.createdAt, language, timeZone, "shortDate")}</bdi>,
        },
      ]}
      paging={{ after: next, label: t("adminTags.more") }}
    >
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <GenerateForm key={`generate-${formKey}`} answer={answer?.intent === "generate" ? answer : undefined} />
        <CustomForm key={`custom-${formKey}`} answer={answer?.intent === "create" ? answer : undefined} />
      </div>
    </AdminList>
  );
}

/** Leads to the tags that were made together. */
function Batch({ name }: { name: string | null }) {
  if (!name) return "–";
  return (
    <Link to={`${href("/admin/tags")}?${new URLSearchParams({ batch: name })}`} className="link">
      <bdi>{name}</bdi>
    </Link>
  );
}
