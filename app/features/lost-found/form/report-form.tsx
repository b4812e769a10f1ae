import { type DefaultValue, getFormProps, parse, useForm } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import type { MapSettings } from "#app/platform/map/map-settings.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { SaveBar } from "#app/platform/ui/forms/save-bar.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { ReportFields } from "../reports.forms.server.ts";
import { AnimalSection } from "./animal-section.tsx";
import { FormProblems } from "./form-problems.tsx";
import { HappeningSection } from "./happening-section.tsx";
import { PlaceSection } from "./place-section.tsx";
import { PrivateSection } from "./private-section.tsx";
import { StorySection } from "./story-section.tsx";
import { useDraft } from "./use-draft.ts";
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

/** The one form of all reports: new and changed, of members and of guests. */
export function WholeForm({ id, answer, values, photos, latest, map, isNew, isGuest, backTo }: WholeFormProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<ReportFields>({
    id,
    lastResult: answer?.form,
    defaultValue: values,
    // The server alone judges the values.
    onValidate: ({ formData }) => parse(formData, { resolve: () => ({ value: {} as ReportFields }) }),
  });
  const draft = useDraft(element, isNew ? `aleef-${id}` : null, answer !== undefined);
  const isWaiting = useSendLater(element, isNew, answer !== undefined);
  const petId = fields.petId.initialValue;
  // The profile of a pet says the rest: where it was lost is all that is asked.
  const isShort = isNew && Boolean(petId);
  const place = <PlaceSection fields={fields} latest={latest} map={map} isShort={isShort} />;
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      {...getFormProps(form)}
      ref={element}
      className="grid grid-cols-1 gap-5 wrap-anywhere"
    >
      <input type="hidden" name="version" value={fields.version.initialValue ?? ""} />
      {petId && <input type="hidden" name="petId" value={petId} />}
      <Offline isWaiting={isWaiting} />
      {draft.isRestored && (
        <Notice
          action={
            <Button variant="ghost" size="sm" onClick={draft.drop}>
              {t("reportForm.draftDrop")}
            </Button>
          }
        >
          {t("reportForm.draftKept")}
        </Notice>
      )}
      <FormProblems form={form} />
      {isNew && !petId ? (
        <HappeningSection fields={fields} isGuest={isGuest} />
      ) : (
        <input type="hidden" name="kind" value={fields.kind.initialValue ?? ""} />
      )}
      {isShort && place}
      <AnimalSection fields={fields} />
      {!isShort && place}
      <StorySection fields={fields} photos={photos} />
      <PrivateSection fields={fields} isGuest={isGuest && isNew} />
      <SaveBar>
        <ButtonLink to={backTo} variant="ghost">
          {t("reportForm.cancel")}
        </ButtonLink>
        <SubmitButton>
          {t(isNew ? (isGuest ? "reportForm.sendLink" : "reportForm.publish") : "reportForm.save")}
        </SubmitButton>
      </SaveBar>
    </Form>
  );
}

/** The browser knows that it has no network before a form is lost to it. */
function Offline({ isWaiting }: { isWaiting: boolean }) {
  const { t } = useTranslation();
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine);
    look();
    addEventListener("online", look);
    addEventListener("offline", look);
    return () => {
      removeEventListener("online", look);
      removeEventListener("offline", look);
    };
  }, []);
  return isOffline ? (
    <Notice tone="sun" role="status">
      {t(isWaiting ? "reportForm.waits" : "reportForm.offline")}
    </Notice>
  ) : null;
}
