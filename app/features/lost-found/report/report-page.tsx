import MessageCircle from "lucide-react/icons/message-circle";
import Send from "lucide-react/icons/send";
import { data, href, redirect, useSearchParams } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { messageMaxLength } from "#app/features/conversations/conversations.rules.ts";
import { ScanMap } from "#app/features/scans/scan-map.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { defineIntent, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { cutText } from "#app/platform/i18n/text/plain-text.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import type { MapSettings } from "#app/platform/map/map-settings.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, Options, TextArea } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { LinkPreview, previewSize } from "#app/platform/ui/page/link-preview.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { createReportConversation } from "../conversations/report-conversations.server.ts";
import { findMergedInto } from "../duplicates/merge-reports.server.ts";
import { getFoundAdvice } from "../found-advice.server.ts";
import { FoundAdviceCard } from "../found-advice-card.tsx";
import { createComplaint } from "../moderation/report-complaints.server.ts";
import { findPublicReport, getShareText, type PublicReport } from "../public-report.server.ts";
import { formatState, headlineOf, toneOf } from "../report-texts.ts";
import { complaintForm, firstMessageForm } from "../reports.forms.server.ts";
import { complaintReasons, maxLengths, type ReportKind } from "../reports.rules.ts";
import { isOwnReport } from "../reports.server.ts";
import type { Route } from "./+types/report-page";
import { BackLink } from "./back-link.tsx";
import { DescriptionCard, FactsCard, PhotoGallery } from "./report-cards.tsx";
import { ShareCard } from "./share-card.tsx";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { t, language } = context.get(requestInfoContext);
  const report = await findPublicReport(ctx, params.reportId);
  const mergedInto = report ? null : await findMergedInto(ctx, params.reportId);
  if (mergedInto) throw redirect(href("/community-reports/:reportId", { reportId: mergedInto }));
  if (!report) throw notFound();
  const actor = await getUser(request, context);
  const url = `${ctx.settings.publicUrl}/community-reports/${report.id}`;
  const card = {
    title: headlineOf(ctx.translator(report.language), report),
    text: cutText(
      [formatPlace(report.area, report.language), report.description].filter(Boolean).join("\u00a0· "),
      200,
    ),
    picture: `${url}/og.png`,
  };
  const isMine = actor !== null && (await isOwnReport(ctx, actor, report.id));
  const shareText = getShareText(ctx, report);
  const advice = await getFoundAdvice(ctx, language, report);
  return data({ advice, title: headlineOf(t, report), report, url, shareText, card, isMine, map: ctx.settings.map });
}

export async function action(args: Route.ActionArgs) {
  const { request, context, params } = args;
  const ctx = context.get(appContext);
  const { address, language } = context.get(requestInfoContext);
  const actor = await getUser(request, context);
  return handleIntents(args, {
    write: defineIntent(
      firstMessageForm,
      async (form) => {
        const key = await createReportConversation(ctx, params.reportId, form, { address, language, actor });
        return redirectWithToast(href("/community-reports/conversations/:key", { key }), "reportPage.write.sent");
      },
      "reportPage.write.failed",
    ),
    complain: defineIntent(
      complaintForm,
      async (form) => {
        await createComplaint(ctx, params.reportId, form, { address, language, actor });
        return redirectWithToast(
          href("/community-reports/:reportId", { reportId: params.reportId }),
          "reportPage.complaint.sent",
        );
      },
      "reportPage.complaint.failed",
    ),
  });
}

export const handle = {
  i18n: ["lostFound", "map", "pets", "posters", "reportPage"],
  title: "reportPage.title",
  titleOf: ({ title }: { title: string }) => title,
  hasOwnPreview: true,
} satisfies PageHandle;

function ContactForm({
  report,
  answer,
}: {
  report: Pick<PublicReport, "kind" | "hasHiddenMark">;
  answer: FormAnswer | undefined;
}) {
  const { t, user } = useViewer();
  const [form, fields] = useAppForm<{ body: string; name: string; email: string; claimedMark: string }>({
    // Differs from the section's id; otherwise the fields would belong to no form.
    id: "first-message",
    intent: "write",
    answer,
  });
  return (
    <Card as="section" id="write">
      <CardHeader title={t(`reportPage.write.title.${report.kind}`)} text={t("reportPage.write.text")} />
      <AppForm form={form} summary action="#write" preventScrollReset className="grid gap-4">
        <Field id={fields.body.id} label={t("reportPage.write.body")} errors={fields.body.errors}>
          <TextArea
            name="body"
            id={fields.body.id}
            required
            dir="auto"
            maxLength={messageMaxLength}
            defaultValue={fields.body.initialValue}
            placeholder={t(`reportPage.write.placeholder.${report.kind}`)}
          />
        </Field>
        {report.hasHiddenMark && (
          <LineField
            field={fields.claimedMark}
            label={t("reportPage.write.mark")}
            hint={t("reportPage.write.markHint")}
            max={maxLengths.hiddenMark}
          />
        )}
        {!user && (
          <>
            <LineField
              field={fields.name}
              label={t("reportPage.write.name")}
              max={maxLengths.contactName}
              autoComplete="name"
            />
            <LineField
              field={fields.email}
              label={t("reportPage.write.email")}
              hint={t("reportPage.write.emailHint")}
              type="email"
              ltr
              autoComplete="email"
            />
          </>
        )}
        <p className="text-xs text-ink-3">{t("reportPage.write.safety")}</p>
        <SubmitButton full icon={<Send aria-hidden className="rtl:-scale-x-100" />}>
          {t("reportPage.write.send")}
        </SubmitButton>
      </AppForm>
    </Card>
  );
}

function ComplaintForm({ answer }: { answer: FormAnswer | undefined }) {
  const { t, user } = useViewer();
  const [form, fields] = useAppForm<{ reason: string; note: string; email: string }>({
    id: "complaint",
    intent: "complain",
    answer,
  });
  return (
    <Disclosure summary={t("reportPage.complaint.open")} open={answer !== undefined || undefined}>
      <AppForm form={form} preventScrollReset className="grid gap-4">
        <Field id={fields.reason.id} label={t("reportPage.complaint.title")} errors={fields.reason.errors}>
          <NativeSelect name="reason" id={fields.reason.id} defaultValue="scam">
            <Options values={complaintReasons} label={(reason) => t(`reportPage.complaint.reasons.${reason}`)} />
          </NativeSelect>
        </Field>
        <ProseField field={fields.note} label={t("reportPage.complaint.note")} max={maxLengths.reason} />
        {!user && (
          <LineField
            field={fields.email}
            label={t("reportPage.complaint.email")}
            hint={t("reportPage.complaint.emailHint")}
            type="email"
            ltr
            autoComplete="email"
          />
        )}
        <SubmitButton variant="ghost" size="sm" className="justify-self-start">
          {t("reportPage.complaint.send")}
        </SubmitButton>
      </AppForm>
    </Disclosure>
  );
}

export default function ReportPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, format, language } = useViewer();
  const { report, url, shareText, card, isMine, map, advice } = loaderData;
  const isResolved = report.status === "resolved";
  const [query] = useSearchParams();
  return (
    <article className="wrap grid gap-6 py-6 wrap-anywhere md:py-10">
      <LinkPreview
        url={url}
        named={null}
        language={report.language}
        siteName={t("shell.name")}
        title={card.title}
        description={card.text}
        picture={{ url: card.picture, ...previewSize }}
        type="article"
      />
      <BackLink />
      {query.has("poster") && !isMine && !isResolved && <FromPoster kind={report.kind} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-8">
        <div className="grid gap-6">
          <PhotoGallery report={report} />
          <header className="grid gap-3">
            <div className="flex flex-wrap gap-2">
              <Chip tone={toneOf(report)}>{formatState(t, report)}</Chip>
              {report.hasReward && !isResolved && (
                <Chip tone="sun">
                  {report.reward ? t("lostFound.rewardOf", { reward: report.reward }) : t("lostFound.reward")}
                </Chip>
              )}
            </div>
            <h1 className="text-2xl md:text-3xl">{headlineOf(t, report)}</h1>
            <p className="text-ink-2">
              {t(`reportPage.seen.${report.kind}`)}{" "}
              <time dateTime={report.seenAt.toISOString()}>
                <bdi>{format.date(report.seenAt, "dateTime")}</bdi>
              </time>
              {"\u00a0· "}
              <bdi>{formatPlace(report.area, language)}</bdi>
              <span className="block text-sm text-ink-3">
                {t("reportPage.posted", { ago: format.ago(report.publishedAt) })}
              </span>
            </p>
          </header>
          {!isMine && !isResolved && (
            <ButtonLink to="#write" icon={<MessageCircle aria-hidden />} className="lg:hidden">
              {t(`reportPage.write.title.${report.kind}`)}
            </ButtonLink>
          )}
          {isResolved && report.resolution && (
            <Notice tone="ok" title={t("reportPage.over", { how: t(`lostFound.resolutions.${report.resolution}`) })}>
              {report.thanks && (
                <p dir="auto" className="whitespace-pre-wrap">
                  {report.thanks}
                </p>
              )}
            </Notice>
          )}
          <DescriptionCard report={report} />
          <FactsCard report={report} />
          <PlaceCard report={report} settings={map} />
          {advice && <FoundAdviceCard advice={advice} />}
        </div>
        <div className="grid gap-5 lg:sticky lg:top-24 print:hidden">
          {isMine ? (
            <Notice
              tone="brand"
              action={
                <ButtonLink
                  to={href("/dashboard/lost-found/:reportId", { reportId: report.id })}
                  variant="ghost"
                  size="sm"
                >
                  {t("reportPage.manage")}
                </ButtonLink>
              }
            >
              {t("reportPage.yours")}
            </Notice>
          ) : (
            !isResolved && <ContactForm report={report} answer={answer} />
          )}
          <ShareCard reportId={report.id} url={url} text={shareText} />
          {!isMine && <ComplaintForm answer={answer?.intent === "complain" ? answer : undefined} />}
        </div>
      </div>
    </article>
  );
}

/** Notice for visitors from a poster, with a link to the contact form. */
function FromPoster({ kind }: { kind: ReportKind }) {
  const t = useT();
  return (
    <Notice
      tone="ok"
      action={
        <ButtonLink to="#write" variant="ghost" size="sm">
          {t(`posters.tell.${kind}`)}
        </ButtonLink>
      }
    >
      {t("posters.stopped")}
    </Notice>
  );
}

/** Card with a map of the approximate location: a circle of about a kilometre. */
function PlaceCard({ report, settings }: { report: Pick<PublicReport, "area" | "where">; settings: MapSettings }) {
  const { t, language } = useViewer();
  if (!report.where) return null;
  const { latitude: lat, longitude: lon } = report.where;
  return (
    <Card as="section">
      <CardHeader title={t("reportPage.where")} text={t("reportPage.rounded")} />
      <ScanMap
        points={[{ lat, lon, accuracy: 800, label: formatPlace(report.area, language) }]}
        settings={settings}
        label={t("reportPage.mapLabel")}
        className="h-72"
      />
    </Card>
  );
}
