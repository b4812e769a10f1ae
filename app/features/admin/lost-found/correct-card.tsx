import type { Correction } from "#app/features/lost-found/reports.forms.server.ts";
import { maxLengths } from "#app/features/lost-found/reports.rules.ts";
import { photoUrl } from "#app/platform/files/photos.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useOpenedVersion } from "#app/platform/http/forms/use-opened-version.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { TextArea, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { Photo } from "#app/platform/ui/photo.tsx";

type Corrected = Correction & { photos: string[]; hiddenPhotos: string[] };

interface CorrectCardProps {
  report: Corrected;
  /** Part of the texts suggested for redaction: a phone number or address found in them. */
  contact: string | null;
  seen: string;
  answers: Partial<Record<"correct" | "cover", FormAnswer | undefined>>;
}

/** Card to correct a report instead of hiding it: redact part of its texts, edit the texts, hide single photos. */
export function CorrectCard({ report, contact, seen, answers }: CorrectCardProps) {
  const t = useT();
  return (
    <Card as="section" className="grid gap-4">
      <CardHeader title={t("moderation.correctTitle")} text={t("moderation.correctText")} />
      <CoverForm contact={contact} seen={seen} answer={answers.cover} />
      <Disclosure summary={t("moderation.correctTexts")} open={answers.correct !== undefined || undefined}>
        <CorrectForm report={report} seen={seen} answer={answers.correct} />
      </Disclosure>
      <Photos photos={report.photos} seen={seen} isHidden={false} />
      <Photos photos={report.hiddenPhotos} seen={seen} isHidden />
    </Card>
  );
}

function CoverForm({
  contact,
  seen,
  answer,
}: {
  contact: string | null;
  seen: string;
  answer: FormAnswer | undefined;
}) {
  const t = useT();
  const opened = useOpenedVersion(seen, answer);
  const [form, fields] = useAppForm<{ text: string }>({
    intent: "cover",
    answer,
    defaultValue: { text: contact ?? "" },
  });
  return (
    <AppForm form={form} values={{ seen: opened }} preventScrollReset className="grid gap-3">
      <LineField
        field={fields.text}
        label={t("moderation.cover")}
        hint={t("moderation.coverHint")}
        max={maxLengths.marks}
        needed
      />
      <SubmitButton variant="ghost" size="sm" className="justify-self-start">
        {t("moderation.coverIt")}
      </SubmitButton>
    </AppForm>
  );
}

function CorrectForm({ report, seen, answer }: { report: Corrected; seen: string; answer: FormAnswer | undefined }) {
  const t = useT();
  const { petName, area, marks, description, additionalInfo } = report;
  const opened = useOpenedVersion(seen, answer);
  const [form, fields] = useAppForm<Record<keyof Correction, string>>({
    intent: "correct",
    answer,
    defaultValue: {
      petName: petName ?? "",
      area,
      marks: marks ?? "",
      description: description ?? "",
      additionalInfo: additionalInfo ?? "",
    },
  });
  const lines = [
    { field: fields.petName, label: t("moderation.texts.petName"), maxLength: maxLengths.petName },
    { field: fields.area, label: t("moderation.texts.area"), maxLength: maxLengths.area, required: true },
  ];
  const blocks = [
    { field: fields.marks, label: t("moderation.texts.marks"), maxLength: maxLengths.marks },
    { field: fields.description, label: t("moderation.texts.description"), maxLength: maxLengths.prose },
    { field: fields.additionalInfo, label: t("moderation.texts.additionalInfo"), maxLength: maxLengths.prose },
  ];
  return (
    <AppForm form={form} values={{ seen: opened }} preventScrollReset className="grid gap-4">
      {lines.map(({ field, label, ...input }) => (
        <Field key={field.id} id={field.id} label={label} errors={field.errors}>
          <TextInput name={field.name} id={field.id} dir="auto" defaultValue={field.initialValue} {...input} />
        </Field>
      ))}
      {blocks.map(({ field, label, maxLength }) => (
        <Field key={field.id} id={field.id} label={label} errors={field.errors}>
          <TextArea
            name={field.name}
            id={field.id}
            dir="auto"
            maxLength={maxLength}
            defaultValue={field.initialValue}
          />
        </Field>
      ))}
      <SubmitButton size="sm" className="justify-self-start">
        {t("moderation.saveCorrection")}
      </SubmitButton>
    </AppForm>
  );
}

function Photos({ photos, seen, isHidden }: { photos: readonly string[]; seen: string; isHidden: boolean }) {
  const t = useT();
  if (photos.length === 0) return null;
  const word = t(isHidden ? "moderation.showPhoto" : "moderation.hidePhoto");
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-semibold">{t(isHidden ? "moderation.hiddenPhotos" : "moderation.photos")}</h3>
      <ul className="grid grid-cols-3 gap-3">
        {photos.map((photo, index) => (
          <li key={photo}>
            <AppForm
              intent={isHidden ? "showPhoto" : "hidePhoto"}
              values={{ seen, photoId: photo }}
              preventScrollReset
              className="grid gap-1.5"
            >
              <a href={photoUrl(photo, 1600)} className="aspect-square overflow-hidden rounded-1">
                <Photo id={photo} sizes="7rem" alt={t("moderation.photoNumber", { number: index + 1 })} />
              </a>
              <SubmitButton
                variant="ghost"
                size="sm"
                aria-label={`${word} (${t("moderation.photoNumber", { number: index + 1 })})`}
              >
                {word}
              </SubmitButton>
            </AppForm>
          </li>
        ))}
      </ul>
    </div>
  );
}
