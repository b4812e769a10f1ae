import { type DefaultValue, getInputProps, parse } from "@conform-to/react";
import Camera from "lucide-react/icons/camera";
import Eye from "lucide-react/icons/eye";
import HandHeart from "lucide-react/icons/hand-heart";
import Megaphone from "lucide-react/icons/megaphone";
import { type RefObject, useEffect, useRef, useState } from "react";
import { href, Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT, useWords } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import type { MapSettings } from "#app/platform/map/map-settings.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { isOnline, useIsOnline } from "#app/platform/ui/connection/network.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { FormErrors, problemsOf } from "#app/platform/ui/forms/form-errors.tsx";
import { FormStep, StepsBar, useSteps } from "#app/platform/ui/forms/form-step.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { SaveBar, SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Dialog } from "#app/platform/ui/overlays/dialog.tsx";
import type { ReportFields } from "../reports.forms.server.ts";
import { reportKinds } from "../reports.rules.ts";
import { AnimalFields, AppearanceFields } from "./animal-fields.tsx";
import { ContactFields } from "./contact-fields.tsx";
import type { ReportFieldset, ReportFormMeta } from "./form-values.ts";
import { PhotosField } from "./photos-field.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { here, waitingReport } from "./waiting-report.ts";

interface WholeFormProps {
  id: string;
  answer: FormAnswer | undefined;
  values: DefaultValue<ReportFields>;
  photos: readonly string[];
  latest: string;
  map: MapSettings;
  isNew: boolean;
  isGuest: boolean;
  backTo: string;
}

const icons = { lost: Megaphone, found: HandHeart, sighting: Eye };

/** Field for the kind of report. Guests can report found and sighted pets; reporting a lost one requires an account. */
function KindField({ fields, isGuest }: { fields: ReportFieldset; isGuest: boolean }) {
  const t = useT();
  const kinds = reportKinds.filter((kind) => !isGuest || kind !== "lost");
  return (
    <div className="grid gap-2">
      <RadioCards
        {...getInputProps(fields.kind, { type: "radio", value: false })}
        required
        legend={t("reportForm.kind")}
        hideLegend
        errors={fields.kind.errors}
        defaultValue={fields.kind.initialValue}
        columns={isGuest ? 2 : 3}
        stacked
        options={kinds.map((kind) => {
          const Icon = icons[kind];
          return {
            value: kind,
            title: t(`lostFound.kinds.${kind}`),
            text: t(`reportForm.kindTexts.${kind}`),
            icon: <Icon aria-hidden />,
          };
        })}
      />
      {isGuest && (
        <p className="text-sm text-ink-2">
          {t("reportForm.lostOwn")}{" "}
          <Link to={`${href("/dashboard/lost-found/new")}?kind=lost`} className="link">
            {t("reportForm.lostSignIn")}
          </Link>
        </p>
      )}
    </div>
  );
}

const labels: Record<string, WordKey> = {
  additionalInfo: "reportForm.advice",
  colors: "reportForm.colours",
  place: "reportForm.exact",
};

/** Lists all validation errors, each with its field's label and a link to it. */
function FormProblems({ form }: { form: ReportFormMeta }) {
  const { t, has } = useWords();
  const { version, ...allErrors } = form.allErrors;
  const labelOf = (field: string) => {
    const key = labels[field] ?? (`reportForm.${field}` as WordKey);
    return has(key) ? t(key) : undefined;
  };
  const errors = problemsOf({ id: form.id, allErrors }, labelOf);
  return (
    <>
      {form.allErrors.version && (
        <Notice
          tone="sun"
          role="alert"
          action={
            <SubmitButton name="overwrite" value="on" size="sm">
              {t("reportForm.overwrite")}
            </SubmitButton>
          }
        >
          {form.allErrors.version.join(" ")}
        </Notice>
      )}
      <FormErrors errors={errors} />
    </>
  );
}

/**
 * Holds back a report that is submitted offline and submits it once the device is online, on this page or when it is
 * opened again. Meanwhile its draft is stored on the device. Returns whether a report is waiting.
 */
function useSendLater(
  form: RefObject<HTMLFormElement | null>,
  account: string | null,
  isNew: boolean,
  isAnswered: boolean,
): boolean {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    const element = form.current;
    if (!element || !isNew) return;
    let isSent = false;
    const hold = (event: SubmitEvent) => {
      isSent = isOnline();
      if (isSent) return;
      // Runs before React Router's own submission, which would end on an error screen.
      event.preventDefault();
      event.stopPropagation();
      waitingReport.wait(account, here());
      setWaiting(true);
    };
    const send = () => {
      if (waitingReport.path(account) !== here()) return;
      setWaiting(!isOnline());
      if (isOnline()) element.requestSubmit();
    };
    element.addEventListener("submit", hold);
    addEventListener("online", send);
    if (!isAnswered) send();
    return () => {
      element.removeEventListener("submit", hold);
      removeEventListener("online", send);
      // The response has arrived, or the user left the page. If the page is closed before the response, the report
      // keeps waiting; the server ignores duplicates.
      if (isSent) waitingReport.over(account);
    };
  }, [form, account, isNew, isAnswered]);
  return isWaiting;
}

/** Form for all reports: new and existing ones, by users and guests. */
export function ReportFormFields({ id, answer, values, photos, latest, map, isNew, isGuest, backTo }: WholeFormProps) {
  const t = useT();
  const account = useViewer().user?.id ?? null;
  const [form, fields] = useAppForm<ReportFields>({
    id,
    answer,
    defaultValue: values,
    // Values are validated on the server only.
    onValidate: ({ formData }) => parse(formData, { resolve: () => ({ value: {} as ReportFields }) }),
    draft: isNew ? id : null,
  });
  const isWaiting = useSendLater(form.ref, account, isNew && form.draft.isReady, answer !== undefined);
  const [first, second, third] = useSteps();
  const petId = fields.petId.initialValue;
  const isLost = (fields.kind.value ?? fields.kind.initialValue) === "lost";
  // For a pet with a profile, the place is asked first, since the rest is prefilled.
  const isShort = isNew && Boolean(petId);
  // All steps are expanded when editing, restoring a draft or showing errors.
  const isWhole = !isNew || form.draft.isRestored || Object.keys(form.metadata.allErrors).length > 0;
  const titles = { animal: t("reportForm.animal"), place: t("reportForm.place"), contact: t("reportForm.contact") };
  const animal = (
    <FormStep
      key="animal"
      number={isShort ? 2 : 1}
      title={titles.animal}
      open={isWhole || !isShort}
      ref={isShort ? second : first}
      next={isShort ? { step: third, title: titles.contact } : { step: second, title: titles.place }}
    >
      {isNew && !petId && <KindField fields={fields} isGuest={isGuest} />}
      <PhotosField id={fields.photos.id} errors={fields.photos.errors} photos={photos} />
      <AnimalFields fields={fields} isLost={isLost} />
      <AppearanceFields fields={fields} isLost={isLost} open={isWhole || isShort} />
    </FormStep>
  );
  const place = (
    <FormStep
      key="place"
      number={isShort ? 1 : 2}
      title={titles.place}
      open={isWhole || isShort}
      ref={isShort ? first : second}
      next={isShort ? { step: second, title: titles.animal } : { step: third, title: titles.contact }}
    >
      <PlaceFields fields={fields} latest={latest} map={map} isLost={isLost} open={isWhole} />
    </FormStep>
  );
  const Bar = isWhole || isShort ? SaveBar : StepsBar;
  return (
    <AppForm
      form={form}
      values={{
        version: fields.version.initialValue ?? "",
        petId: petId || undefined,
        kind: isNew && !petId ? undefined : (fields.kind.initialValue ?? ""),
      }}
      draftLacks={t("pets.draftPhotos")}
      encType="multipart/form-data"
      className="grid grid-cols-1 gap-4 wrap-anywhere md:gap-5"
    >
      <Offline isWaiting={isWaiting} />
      <FormProblems form={form.metadata} />
      {isShort ? [place, animal] : [animal, place]}
      <FormStep number={3} title={titles.contact} text={t("reportForm.contactText")} open={isWhole} ref={third}>
        <ContactFields fields={fields} isGuest={isGuest && isNew} isLost={isLost} open={isWhole} />
      </FormStep>
      <Bar>
        <ButtonLink to={backTo} variant="ghost">
          {t("reportForm.cancel")}
        </ButtonLink>
        {isNew && photos.length === 0 ? (
          <PublishButton isGuest={isGuest} />
        ) : (
          <SubmitButton>{t(isNew ? "reportForm.publish" : "reportForm.save")}</SubmitButton>
        )}
      </Bar>
    </AppForm>
  );
}

/** Submits a new report, and asks once for a photo if none was chosen: people recognize animals by their faces. */
function PublishButton({ isGuest }: { isGuest: boolean }) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const isAsked = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const input = (name: string) => button.current?.form?.elements.namedItem(name) as HTMLInputElement | null;
  /** Whether the form lacks only a photo; other errors are shown first. */
  const lacksPhoto = () =>
    !input("photos")?.files?.length && ["area", "guestEmail"].every((name) => input(name)?.value.trim() !== "");
  return (
    <>
      <SubmitButton
        ref={button}
        onClick={(event) => {
          if (isAsked.current || !lacksPhoto()) return;
          event.preventDefault();
          isAsked.current = true;
          setAsking(true);
        }}
      >
        {t(isGuest ? "reportForm.sendLink" : "reportForm.publish")}
      </SubmitButton>
      <Dialog
        size="sm"
        open={isAsking}
        onOpenChange={setAsking}
        finalFocus={button}
        title={t("reportForm.askPhoto")}
        description={t("reportForm.askPhotoText")}
        closeLabel={t("form.close")}
        footer={
          <>
            <Button
              variant="ghost"
              onClick={() => {
                setAsking(false);
                button.current?.form?.requestSubmit(button.current);
              }}
            >
              {t("reportForm.withoutPhoto")}
            </Button>
            <Button
              icon={<Camera aria-hidden />}
              onClick={() => {
                setAsking(false);
                input("photos")?.click();
              }}
            >
              {t("reportForm.addPhoto")}
            </Button>
          </>
        }
      />
    </>
  );
}

/** Warns that the device is offline before a submission fails. */
function Offline({ isWaiting }: { isWaiting: boolean }) {
  const t = useT();
  return useIsOnline() ? null : (
    <Notice tone="sun" role="status">
      {t(isWaiting ? "reportForm.waits" : "reportForm.offline")}
    </Notice>
  );
}
