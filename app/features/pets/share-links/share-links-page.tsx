import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { FieldErrors, FieldSet } from "#app/platform/ui/forms/field.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { LinkField } from "../link-field.tsx";
import { getPet } from "../pets.server.ts";
import { shareDays, shareParts } from "../share-links.rules.ts";
import type { Route } from "./+types/share-links-page";
import { createShare, listShares, revokeForm, revokeShare, type Share, shareForm } from "./share-links.server.ts";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { id, name } = await getPet(ctx, actor, params.petId);
  const shares = await listShares(ctx, id);
  return { pet: { id, name }, shares, publicUrl: ctx.settings.publicUrl, freshKey: createId() };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { petId } = args.params;
  const back = (code: "petShare.added" | "petShare.revoked") =>
    redirectWithToast(href("/dashboard/pets/:petId/share", { petId }), code);
  return handleIntents(args, {
    add: defineIntent(shareForm, async (form) => {
      await createShare(ctx, actor, petId, form);
      return back("petShare.added");
    }),
    revoke: defineIntent(revokeForm, async ({ shareId }) => {
      await revokeShare(ctx, actor, petId, shareId);
      return back("petShare.revoked");
    }),
  });
}

export const handle = { i18n: ["personalLink", "petShare", "pets"], title: "petShare.title" };

const tones = { open: "ok", expired: "plain", revoked: "lost" } as const;

function ShareLinkCard({ share, publicUrl }: { share: Share; publicUrl: string }) {
  const { t, format } = useViewer();
  const { id: shareId, state, visits } = share;
  const link = publicUrl + share.path;
  const moment = (when: Date) => format.date(when, "dateTime");

  return (
    <Card as="li" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Chip tone={tones[state]} dot>
          {t(`petShare.states.${state}`)}
        </Chip>
        {share.parts.map((part) => (
          <Chip key={part}>{t(`petShare.parts.${part}`)}</Chip>
        ))}
      </div>
      <p className="text-sm text-ink-2">
        {t("petShare.made", { moment: moment(share.createdAt) })}
        {"\u00a0· "}
        {t("petShare.until", { moment: moment(share.expiresAt) })}
      </p>
      {state === "open" && (
        <div className="flex flex-wrap gap-2">
          <LinkField link={link} />
          <AppForm intent="revoke" values={{ shareId }}>
            <ConfirmDialog
              trigger={<SubmitButton variant="ghost">{t("petShare.revoke")}</SubmitButton>}
              title={t("petShare.revokeTitle")}
              description={t("petShare.revokeText")}
              cancelLabel={t("pets.remove.keep")}
            />
          </AppForm>
        </div>
      )}
      {visits.length === 0 ? (
        <p className="text-sm text-ink-3">{t("petShare.nobody")}</p>
      ) : (
        <Disclosure summary={t("petShare.opened", { count: visits.length })} open={state === "open"}>
          <ol className="grid gap-2">
            {visits.map((visit) => (
              <li key={visit.id} className="flex flex-wrap justify-between gap-x-4">
                <span className="text-ink">{moment(visit.at)}</span>
                <span>
                  <bdi>{[visit.browser, visit.os].filter(Boolean).join(", ") || t("petShare.someBrowser")}</bdi>
                  {"\u00a0· "}
                  <Ltr>{visit.network}</Ltr>
                </span>
              </li>
            ))}
          </ol>
        </Disclosure>
      )}
    </Card>
  );
}

export default function ShareLinksPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { pet, shares, publicUrl, freshKey } = loaderData;
  const path = [
    { label: t("pets.title"), to: href("/dashboard/pets") },
    { label: pet.name, to: href("/dashboard/pets/:petId", { petId: pet.id }) },
  ];
  const errors = answer?.form.error?.parts ?? answer?.form.error?.[""] ?? undefined;
  return (
    <div className="mx-auto max-w-3xl wrap-anywhere">
      <PageHeader
        title={t("petShare.of", { name: pet.name })}
        lead={t("petShare.lead")}
        path={path}
        current={t("petShare.title")}
      />
      <Card as="section" className="mb-6">
        <AppForm intent="add" values={{ key: freshKey }} className="grid gap-6" key={shares.length}>
          <FieldSet legend={t("petShare.what")} text={t("petShare.whatText")}>
            <div className="grid gap-3 sm:grid-cols-2">
              {shareParts.map((part) => (
                <Checkbox
                  key={part}
                  name="parts"
                  value={part}
                  defaultChecked={part === "record" || part === "health"}
                  label={t(`petShare.parts.${part}`)}
                />
              ))}
            </div>
            <FieldErrors id="parts-error" errors={errors} />
          </FieldSet>
          <RadioCards
            legend={t("petShare.howLong")}
            name="days"
            defaultValue="7"
            columns={3}
            options={shareDays.map((days) => ({ value: days, title: t("petShare.days", { count: Number(days) }) }))}
          />
          <SubmitButton className="justify-self-start">{t("petShare.add")}</SubmitButton>
        </AppForm>
      </Card>
      {shares.length > 0 && (
        <>
          <h2 className="mb-3 text-lg">{t("petShare.links")}</h2>
          <ul className="grid gap-4">
            {shares.map((share) => (
              <ShareLinkCard key={share.id} share={share} publicUrl={publicUrl} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
