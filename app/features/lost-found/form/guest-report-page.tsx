import MailCheck from "lucide-react/icons/mail-check";
import { href, redirect } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { microchipNumber } from "#app/features/pets/pets.rules.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { emptyForm, handleForm, readPosted } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { localText } from "../local-moment.rules.ts";
import { findBan, isBannedGuest } from "../moderation/report-bans.server.ts";
import { createGuestReport } from "../publish-reports.server.ts";
import { BackLink } from "../report/back-link.tsx";
import { createGuestForm } from "../reports.forms.server.ts";
import type { Route } from "./+types/guest-report-page";
import { BannedNotice } from "./banned-notice.tsx";
import { newValues } from "./form-values.ts";
import { ReportFormFields } from "./report-form.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const query = new URL(request.url).searchParams;
  const requestedKind = query.get("kind");
  const kind = requestedKind === "found" || requestedKind === "sighting" ? requestedKind : null;
  const now = ctx.clock.now();
  const actor = await getUser(request, context);
  return {
    isBanned: actor !== null && (await findBan(ctx, actor)) !== null,
    isSent: query.has("sent"),
    // The page about a microchip passes its number.
    values: {
      ...newValues(kind, now, defaultTimeZone),
      microchip: microchipNumber(query.get("chip") ?? "") ?? undefined,
    },
    latest: localText(now, defaultTimeZone),
    map: ctx.settings.map,
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(appContext);
  const { address, language } = args.context.get(requestInfoContext);
  const posted = await readPosted(args, { files: true });
  if (!(posted instanceof FormData)) return posted;
  // Banned guests are told before they have to fix any other field.
  const typed = { email: String(posted.get("guestEmail") ?? ""), address };
  if (await isBannedGuest(ctx, typed))
    return handleForm(args, emptyForm, () => Promise.reject(new AppError("lostFound.ban.notified", 403)), { posted });
  return handleForm(
    args,
    createGuestForm(ctx.clock.now(), defaultTimeZone),
    async (form) => {
      await createGuestReport(ctx, form, { address, language });
      return redirect(`${href("/community-reports/new")}?sent`, 303);
    },
    { posted, failed: "lostFound.failed" },
  );
}

export const handle = { i18n: ["lostFound", "map", "pets", "reportForm"], title: "reportForm.guestTitle" };

/** Focuses the notice, since the whole form is between it and the submit button. */
const goTo = (notice: HTMLElement | null) => notice?.focus();

/** Page on which a guest reports a pet that they found or saw. */
export default function GuestReportPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { isBanned, isSent, values, latest, map } = loaderData;
  const isBannedNow = answer?.refusal != null && answer.refusal === t("lostFound.ban.notified");
  if (isSent)
    return (
      <div className="wrap">
        <EmptyState
          level={1}
          drawing={<MailCheck aria-hidden strokeWidth={1} className="text-brand" />}
          title={t("lostFound.manage.sentTitle")}
          text={`${t("lostFound.manage.sentText")} ${t("lostFound.manage.sentSpam")}`}
          actions={
            <ButtonLink to={href("/community-reports")} variant="ghost">
              {t("lostFound.back")}
            </ButtonLink>
          }
        />
      </div>
    );
  return (
    <div className="wrap py-6 md:py-10">
      <div className="mx-auto max-w-3xl">
        <PageHeader above={<BackLink />} title={t("reportForm.guestTitle")} lead={t("reportForm.guestLead")} />
        {(isBanned || isBannedNow) && (
          <div
            key={answer?.at}
            data-rejection=""
            tabIndex={-1}
            ref={isBannedNow ? goTo : undefined}
            className="mb-5 scroll-mt-24"
          >
            <BannedNotice />
          </div>
        )}
        <ReportFormFields
          id="report-guest"
          answer={isBannedNow ? { ...answer, form: { ...answer.form, error: {} } } : answer}
          values={values}
          photos={[]}
          latest={latest}
          map={map}
          isNew
          isGuest
          backTo={href("/community-reports")}
        />
      </div>
    </div>
  );
}
