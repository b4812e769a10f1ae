import ExternalLink from "lucide-react/icons/external-link";
import { href, redirect, useSearchParams } from "react-router";
import * as z from "zod";
import { getUser } from "#app/features/auth/guards.server.ts";
import { messageMaxLength } from "#app/features/conversations/conversations.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import {
  createLineField,
  createNameField,
  createOptionalField,
  createTextField,
} from "#app/platform/http/forms/fields.server.ts";
import { type FormAnswer, handleForm } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { readVisit } from "../recording/request-signals.server.ts";
import type { Route } from "./+types/chip-page";
import { type ChipOrigin, findOrigin, formatChipNumber, readChipNumber } from "./chip-number.rules.ts";
import { reportChip, sendChipMessage } from "./report-chip.server.ts";

/** Page about the number of a microchip; the same for every number, except for what its first digits say. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const number = readChipNumber(params.chipNumber);
  if (!number) throw notFound();
  if (number !== params.chipNumber) throw redirect(href("/chip/:chipNumber", { chipNumber: number }), 302);
  const isSent = new URL(request.url).searchParams.has("sent");
  const ctx = context.get(appContext);
  const visit = readVisit(ctx, request, context.get(requestInfoContext), number, null);
  const actor = await getUser(request, context);
  return {
    number,
    origin: findOrigin(number),
    visit: isSent ? null : await reportChip(ctx, number, { ...visit, userId: actor?.id ?? null }),
  };
}

const form = z.object({
  visit: z.uuid(),
  name: createOptionalField(createNameField(60)),
  contact: createLineField(120).min(1),
  note: createOptionalField(createTextField(messageMaxLength)),
});

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(appContext);
  const { address, language } = args.context.get(requestInfoContext);
  return handleForm(
    args,
    form,
    async (message) => {
      await sendChipMessage(ctx, { ...message, address, language });
      return redirect(`${href("/chip/:chipNumber", { chipNumber: args.params.chipNumber })}?sent`, 303);
    },
    { failed: "chip.failed" },
  );
}

export const handle = { i18n: ["chip"], title: "chip.pageTitle" satisfies WordKey };

/** Says where the number comes from, as far as its first digits tell. */
function Origin({ origin }: { origin: ChipOrigin }) {
  const t = useT();
  const { language } = useViewer();
  const values =
    origin.kind === "country"
      ? { country: new Intl.DisplayNames(language, { type: "region" }).of(origin.country) ?? origin.country }
      : origin;
  return (
    <Card as="section">
      <CardHeader title={t("chip.originTitle")} />
      <p>{t(`chip.origin.${origin.kind}`, { ...values })}</p>
    </Card>
  );
}

function MessageForm({ visit, answer }: { visit: string; answer: FormAnswer | undefined }) {
  const t = useT();
  const [form, fields] = useAppForm<{ name: string; contact: string; note: string }>({
    id: "chip-message",
    answer,
    draft: "chip-message",
  });
  return (
    <AppForm form={form} values={{ visit }} summary className="grid gap-5">
      <LineField field={fields.contact} label={t("chip.contact")} max={120} autoComplete="tel" needed />
      <LineField field={fields.name} label={t("chip.name")} max={60} autoComplete="name" />
      <ProseField field={fields.note} label={t("chip.note")} hint={t("chip.noteHint")} max={messageMaxLength} />
      <SubmitButton size="lg" className="justify-self-start">
        {t("chip.send")}
      </SubmitButton>
    </AppForm>
  );
}

const registries = [
  { key: "america", url: "https://www.petmicrochiplookup.org/" },
  { key: "europe", url: "https://www.europetnet.org/" },
] as const;

export default function ChipPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { number, origin, visit } = loaderData;
  const [query] = useSearchParams();
  return (
    <div className="wrap grid max-w-3xl gap-5 pt-8 md:pt-14">
      <PageHeader
        title={t("chip.thanks")}
        lead={<Ltr className="text-lg font-[650] tabular-nums">{formatChipNumber(number)}</Ltr>}
      />
      <Notice tone="brand">{t("chip.told")}</Notice>
      <Card as="section">
        {visit === null || query.has("sent") ? (
          <Notice tone="ok" title={t("chip.sent")}>
            {t("chip.sentText")}
          </Notice>
        ) : (
          <>
            <CardHeader title={t("chip.formTitle")} text={t("chip.formText")} />
            <MessageForm visit={visit} answer={answer} />
          </>
        )}
      </Card>
      <Origin origin={origin} />
      <Card as="section">
        <CardHeader title={t("chip.nextTitle")} text={t("chip.reportText")} />
        <ButtonLink to={`${href("/community-reports/new")}?kind=found&chip=${number}`} variant="ghost">
          {t("chip.report")}
        </ButtonLink>
        <h3 className="mt-6 font-semibold">{t("chip.registries")}</h3>
        <p className="text-ink-2">{t("chip.registriesText")}</p>
        <ul className="mt-2 grid gap-1">
          {registries.map(({ key, url }) => (
            <li key={key}>
              <a href={url} className="link wrap-anywhere" rel="noreferrer">
                {t(`chip.${key}`)} <ExternalLink aria-hidden className="inline size-4" />
              </a>
            </li>
          ))}
        </ul>
        <p className="mt-4 text-sm text-ink-2">{t("chip.clinic")}</p>
      </Card>
    </div>
  );
}
