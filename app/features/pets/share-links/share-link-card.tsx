import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { LinkField } from "../link-field.tsx";
import type { Share } from "./share-links.server.ts";

const tones = { open: "ok", expired: "plain", revoked: "lost" } as const;

/** Card of one link: its contents, expiry, visits, and the form to revoke it. */
export function ShareLinkCard({ share, publicUrl }: { share: Share; publicUrl: string }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { id: shareId, state, visits } = share;
  const link = publicUrl + share.path;
  const moment = (when: Date) => formatDate(when, language, timeZone, "dateTime");

  return (
    <Card as="li" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Chip tone={tones[state]} dot>
          {t(`pets.share.states.${state}`)}
        </Chip>
        {share.parts.map((part) => (
          <Chip key={part}>{t(`pets.share.parts.${part}`)}</Chip>
        ))}
      </div>
      <p className="text-sm text-ink-2">
        {t("pets.share.made", { moment: moment(share.createdAt) })}
        {" · "}
        {t("pets.share.until", { moment: moment(share.expiresAt) })}
      </p>
      {state === "open" && (
        <div className="flex flex-wrap gap-2">
          <LinkField link={link} />
          <Form method="post">
            <input type="hidden" name="shareId" value={shareId} />
            <ConfirmDialog
              trigger={
                <SubmitButton variant="ghost" name="intent" value="revoke" match={{ shareId }}>
                  {t("pets.share.revoke")}
                </SubmitButton>
              }
              title={t("pets.share.revokeTitle")}
              description={t("pets.share.revokeText")}
              confirmLabel={t("pets.share.revoke")}
              cancelLabel={t("pets.remove.keep")}
            />
          </Form>
        </div>
      )}
      {visits.length === 0 ? (
        <p className="text-sm text-ink-3">{t("pets.share.nobody")}</p>
      ) : (
        <Disclosure summary={t("pets.share.opened", { count: visits.length })} open={state === "open"}>
          <ol className="grid gap-2">
            {visits.map((visit) => (
              <li key={visit.id} className="flex flex-wrap justify-between gap-x-4">
                <span className="text-ink">{moment(visit.at)}</span>
                <span>
                  <bdi>{[visit.browser, visit.os].filter(Boolean).join(", ") || t("pets.share.someBrowser")}</bdi>
                  {" · "}
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
