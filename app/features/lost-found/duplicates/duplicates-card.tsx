import Combine from "lucide-react/icons/combine";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { ReportPicture } from "../report-picture.tsx";
import { headlineOf } from "../report-texts.ts";
import type { listDuplicates } from "./merge-reports.server.ts";

/** Card with other reports of the same pet by the same person, each of which can be merged with this one. */
export function DuplicatesCard({
  duplicates,
  isAdmin = false,
}: {
  duplicates: Awaited<ReturnType<typeof listDuplicates>>;
  isAdmin?: boolean;
}) {
  const { t, format, language } = useViewer();
  if (duplicates.length === 0) return null;
  return (
    <Card as="section" tone="sun">
      <CardHeader
        title={t(isAdmin ? "duplicates.adminTitle" : "duplicates.title")}
        text={t(isAdmin ? "duplicates.adminText" : "duplicates.text")}
      />
      <ul className="grid gap-4">
        {duplicates.map((duplicate) => (
          <li key={duplicate.id} className="flex flex-wrap items-center gap-3">
            <span className="size-14 shrink-0 overflow-hidden rounded-1">
              <ReportPicture report={duplicate} sizes="3.5rem" />
            </span>
            <span className="min-w-40 flex-1 text-sm">
              <span className="block font-semibold">{headlineOf(t, duplicate)}</span>
              <bdi>{formatPlace(duplicate.area, language)}</bdi>
              <span className="block text-xs text-ink-3">
                {t("duplicates.reported", { ago: format.ago(duplicate.createdAt) })}
              </span>
            </span>
            <AppForm intent="merge" values={{ other: duplicate.id }}>
              <ConfirmDialog
                trigger={
                  <Button type="submit" size="sm" icon={<Combine aria-hidden />}>
                    {t("duplicates.merge")}
                  </Button>
                }
                title={t("duplicates.confirmTitle")}
                description={t("duplicates.confirmText")}
              />
            </AppForm>
          </li>
        ))}
      </ul>
    </Card>
  );
}
