import { type DefaultValue, getFormProps, parse, useForm } from "@conform-to/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import type { MapSettings } from "#app/platform/map/map-settings.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { DraftNotice } from "#app/platform/ui/forms/draft-notice.tsx";
import { FormStep, StepsBar, useSteps } from "#app/platform/ui/forms/form-step.tsx";
import { SaveBar } from "#app/platform/ui/forms/save-bar.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { useDraft } from "#app/platform/ui/forms/use-draft.ts";
import { useIsOnline } from "#app/platform/ui/network.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { ReportFields } from "../reports.forms.server.ts";
import { AnimalFields, LooksFields } from "./animal-fields.tsx";
import { ContactFields } from "./contact-fields.tsx";
import { FormProblems } from "./form-problems.tsx";
import { KindField } from "./kind-field.tsx";
import { PhotosField } from "./photos-field.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { useSendLater } from "./use-send-later.ts";

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

/** Form for all reports: new and existing ones, by users and guests. */
export function ReportFormFields({ id, answer, values, photos, latest, map, isNew, isGuest, backTo }: WholeFormProps) {
  const { t } = useTranslation();
  const account = useViewer().user?.id ?? null;
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<ReportFields>({
    id,
    lastResult: answer?.form,
    defaultValue: values,
    // Values are validated on the server only.
    onValidate: ({ formData }) => parse(formData, { resolve: () => ({ value: {} as ReportFields }) }),
  });
  const isAnswered = answer !== undefined;
  const draft = useDraft(element, { account, name: isNew ? id : null, isAnswered });
  const isWaiting = useSendLater(element, account, isNew && draft.isReady, isAnswered);
  const [first, second, third] = useSteps();
  const petId = fields.petId.initialValue;
  const isLost = (fields.kind.value ?? fields.kind.initialValue) === "lost";
  // For a pet with a profile, the place is asked first, since the rest is prefilled.
  const isShort = isNew && Boolean(petId);
  // All steps are expanded when editing, restoring a draft or showing errors.
  const isWhole = !isNew || draft.isRestored || Object.keys(form.allErrors).length > 0;
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
      <LooksFields fields={fields} isLost={isLost} open={isWhole || isShort} />
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
    <Form
      method="post"
      encType="multipart/form-data"
      {...getFormProps(form)}
      ref={element}
      className="grid grid-cols-1 gap-4 wrap-anywhere md:gap-5"
    >
      <input type="hidden" name="version" value={fields.version.initialValue ?? ""} />
      {petId && <input type="hidden" name="petId" value={petId} />}
      {(!isNew || petId) && <input type="hidden" name="kind" value={fields.kind.initialValue ?? ""} />}
      <Offline isWaiting={isWaiting} />
      <DraftNotice draft={draft} />
      <FormProblems form={form} />
      {isShort ? [place, animal] : [animal, place]}
      <FormStep number={3} title={titles.contact} text={t("reportForm.contactText")} open={isWhole} ref={third}>
        <ContactFields fields={fields} isGuest={isGuest && isNew} isLost={isLost} open={isWhole} />
      </FormStep>
      <Bar>
        <ButtonLink to={backTo} variant="ghost">
          {t("reportForm.cancel")}
        </ButtonLink>
        <SubmitButton>
          {t(isNew ? (isGuest ? "reportForm.sendLink" : "reportForm.publish") : "reportForm.save")}
        </SubmitButton>
      </Bar>
    </Form>
  );
}

/** Warns that the device is offline before a submission fails. */
function Offline({ isWaiting }: { isWaiting: boolean }) {
  const { t } = useTranslation();
  return useIsOnline() ? null : (
    <Notice tone="sun" role="status">
      {t(isWaiting ? "reportForm.waits" : "reportForm.offline")}
    </Notice>
  );
}
