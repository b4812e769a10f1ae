import PartyPopper from "lucide-react/icons/party-popper";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Trash2 from "lucide-react/icons/trash";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { ReunionDrawing } from "#app/platform/ui/drawings/reunion-drawing.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, Options } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { stateTransition } from "#app/platform/ui/use-transition-style.ts";
import { maxLengths, resolutions } from "../reports.rules.ts";
import type { OwnReportView } from "./own-report-view.server.ts";

type Own = OwnReportView["report"];

/** Card to resolve a report or to reopen a resolved one. */
export function ResolveCard({
  report,
  isQuiet,
  answer,
}: {
  report: Own;
  /** Whether the form is collapsed, as nothing was heard of the animal yet. */
  isQuiet: boolean;
  answer: FormAnswer | undefined;
}) {
  const t = useT();
  const [form, fields] = useAppForm<{ resolution: string; thanks: string }>({
    intent: "resolve",
    answer,
  });
  if (report.status === "resolved" && report.resolution)
    return (
      <Card as="section" tone="brand" style={stateTransition} className="grid justify-items-center gap-3 text-center">
        <ReunionDrawing className="h-32 w-auto" />
        <h2 className="text-lg">{t("reportPage.over", { how: t(`lostFound.resolutions.${report.resolution}`) })}</h2>
        {report.thanks && <p dir="auto">{report.thanks}</p>}
        <RenewForm label={t("ownReports.reopen")} />
      </Card>
    );
  if (report.status === "waiting") return null;
  const title = t(`ownReports.resolveTitle.${report.kind}`);
  const close = (
    <AppForm form={form} viewTransition className="grid gap-4">
      <Field id={fields.resolution.id} label={t("ownReports.how")} errors={fields.resolution.errors}>
        <NativeSelect name="resolution" id={fields.resolution.id} defaultValue="" required>
          <option value="" disabled>
            {t("ownReports.howChoose")}
          </option>
          <Options values={resolutions} label={(one) => t(`lostFound.resolutions.${one}`)} />
        </NativeSelect>
      </Field>
      <ProseField
        field={fields.thanks}
        label={t("ownReports.thanks")}
        hint={t("ownReports.thanksHint")}
        max={maxLengths.thanks}
      />
      <SubmitButton icon={<PartyPopper aria-hidden />}>{t("ownReports.close")}</SubmitButton>
    </AppForm>
  );
  if (isQuiet)
    return (
      <div style={stateTransition}>
        <Disclosure summary={title} open={answer !== undefined}>
          {close}
        </Disclosure>
      </div>
    );
  return (
    <Card as="section" tone="sun" id="end" style={stateTransition} className="scroll-mt-24">
      <CardHeader title={title} text={t("ownReports.resolveText")} />
      {close}
    </Card>
  );
}

/** Button that renews a report. */
export function RenewForm({ label }: { label: string }) {
  return (
    <AppForm intent="renew" viewTransition>
      <SubmitButton size="sm" icon={<RotateCcw aria-hidden />}>
        {label}
      </SubmitButton>
    </AppForm>
  );
}

export function RemoveReport() {
  const t = useT();
  return (
    <AppForm intent="remove" className="justify-self-start">
      <ConfirmDialog
        trigger={
          <Button type="submit" variant="quiet" size="sm" icon={<Trash2 aria-hidden />}>
            {t("ownReports.remove")}
          </Button>
        }
        title={t("ownReports.removeTitle")}
        description={t("ownReports.removeText")}
      />
    </AppForm>
  );
}
