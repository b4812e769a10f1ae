import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from "react-router";
import { insiderOf } from "#app/features/accounts/actor.server.ts";
import { useViewer } from "#app/features/accounts/use-viewer.ts";
import { type FormAnswer, handleIntents, intent } from "#app/platform/http/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useRefusalToast } from "#app/platform/http/use-refusal-toast.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { Breadcrumb } from "#app/platform/ui/breadcrumb.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Field } from "#app/platform/ui/field.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page-header.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";
import { TextArea } from "#app/platform/ui/text-input.tsx";
import { getReportForAdmin, hideReport, restoreReport } from "../admin-reports.server.ts";
import { mergeAsAdmin } from "../merge-reports.server.ts";
import { aboutInWords, headlineOf, stateInWords, toneOf } from "../report-words.ts";
import { hideForm, otherReportForm, plainForm } from "../reports.forms.server.ts";
import { longest } from "../reports.rules.ts";
import { FactsCard } from "./page/facts-card.tsx";
import { PhotoGallery } from "./page/photo-gallery.tsx";
import { StoryCard } from "./page/story-card.tsx";
import { TwinsCard } from "./page/twins-card.tsx";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { world, actor } = await insiderOf(request, context);
  return getReportForAdmin(world, actor, params.reportId);
}

export async function action(args: ActionFunctionArgs) {
  const { world, actor } = await insiderOf(args.request, args.context);
  const { reportId } = args.params;
  const here = `/admin/lost-found/${reportId}`;
  return handleIntents(args, {
    hide: intent(
      hideForm,
      async ({ reason }) => {
        await hideReport(world, actor, reportId, reason);
        return redirectWithToast(here, { type: "success", code: "reports.admin.hiddenDone" });
      },
      "reports.failed",
    ),
    merge: intent(
      otherReportForm,
      async ({ other }) => {
        const kept = await mergeAsAdmin(world, actor, reportId ?? "", other);
        return redirectWithToast(`/admin/lost-found/${kept}`, { type: "success", code: "reports.twins.merged" });
      },
      "reports.failed",
    ),
    restore: intent(
      plainForm,
      async () => {
        await restoreReport(world, actor, reportId);
        return redirectWithToast(here, { type: "success", code: "reports.admin.restoredDone" });
      },
      "reports.failed",
    ),
  });
}

export const handle = { title: "reports.admin.title" };

/** One report with its complaints; what is private to its reporter stays private here too. */
export default function AdminReport() {
  const { t } = useTranslation();
  const { report, reporterEmail, isGuest, twins } = useLoaderData<typeof loader>();
  const answer = useActionData() as FormAnswer | undefined;
  useRefusalToast(answer);
  const path = [{ label: t("reports.admin.title"), to: "/admin/lost-found" }, { label: aboutInWords(t, report) }];
  return (
    <div className="wrap-anywhere">
      <PageHeader
        above={<Breadcrumb label={t("pets.path")} items={path} />}
        title={headlineOf(t, report)}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <Chip tone={toneOf(report)}>{stateInWords(t, report)}</Chip>
            <bdi>{report.area}</bdi>
            {reporterEmail && <Ltr>{reporterEmail}</Ltr>}
            {isGuest && <Chip>{t("reports.admin.guest")}</Chip>}
          </span>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-6">
          <PhotoGallery report={report} />
          <StoryCard report={report} />
          <FactsCard report={report} />
        </div>
        <div className="grid gap-5">
          <TwinsCard twins={twins} isAdmin />
          <Complaints />
          <Merged />
          <Moderation answer={answer?.intent === "hide" ? answer : undefined} />
        </div>
      </div>
    </div>
  );
}

function Complaints() {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { flags } = useLoaderData<typeof loader>();
  return (
    <Card as="section">
      <CardHeader title={t("reports.admin.flags")} />
      {flags.length === 0 && <p className="text-sm text-ink-2">{t("reports.admin.noFlags")}</p>}
      <ul className="grid gap-4">
        {flags.map((flag) => (
          <li key={flag.id} className="text-sm">
            <p className="font-semibold">{t(`reports.flag.reasons.${flag.reason}`)}</p>
            {flag.note && <p dir="auto">{flag.note}</p>}
            <p className="text-xs text-ink-3">
              <bdi>{formatDate(flag.createdAt, language, timeZone, "dateTime")}</bdi>
              {flag.handledAt && <> · {t("reports.admin.handled")}</>}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What was put into this report, for the trail. */
function Merged() {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { merged } = useLoaderData<typeof loader>();
  if (merged.length === 0) return null;
  return (
    <Card as="section">
      <CardHeader title={t("reports.twins.history")} />
      <ul className="grid gap-2 text-sm">
        {merged.map((one) => (
          <li key={one.id}>
            <Link to={`/admin/lost-found/${one.id}`} className="link">
              <bdi>{aboutInWords(t, one)}</bdi>
            </Link>
            {one.mergedAt && (
              <bdi className="block text-xs text-ink-3">{formatDate(one.mergedAt, language, timeZone, "dateTime")}</bdi>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Moderation({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const { report } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<{ reason: string }>({ id: "hide", lastResult: answer?.form });
  if (report.hiddenAt)
    return (
      <Notice
        tone="lost"
        title={t("reports.admin.hidden")}
        action={
          <Form method="post">
            <SubmitButton name="intent" value="restore" size="sm">
              {t("reports.admin.restore")}
            </SubmitButton>
          </Form>
        }
      >
        {report.hiddenReason}
      </Notice>
    );
  return (
    <Card as="section" className="grid gap-5">
      {report.openFlags > 0 && (
        <Form method="post">
          <SubmitButton name="intent" value="restore" variant="ghost" size="sm">
            {t("reports.admin.settle")}
          </SubmitButton>
        </Form>
      )}
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
        <Field
          id={fields.reason.id}
          label={t("reports.admin.hideReason")}
          hint={t("reports.admin.hideReasonHint")}
          errors={fields.reason.errors}
        >
          <TextArea
            name="reason"
            id={fields.reason.id}
            required
            dir="auto"
            maxLength={longest.reason}
            defaultValue={fields.reason.initialValue}
          />
        </Field>
        <SubmitButton variant="lost" name="intent" value="hide" className="justify-self-start">
          {t("reports.admin.hide")}
        </SubmitButton>
      </Form>
    </Card>
  );
}
