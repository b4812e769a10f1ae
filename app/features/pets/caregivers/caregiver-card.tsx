import type { FieldMetadata } from "@conform-to/react";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { caregiverLevels } from "../caregivers.rules.ts";
import { InvitationLink } from "../link-field.tsx";
import type { Caregiver } from "./caregivers.server.ts";

const tones = { waiting: "sun", lapsed: "plain", caring: "ok", over: "plain" } as const;

interface CaregiverCardProps {
  caregiver: Caregiver;
  /** Name of the pet. */
  name: string;
  today: string;
  answer: FormAnswer | undefined;
}

/** Card of a caregiver or invitation: person, access level, last day, and the forms to change or end it. */
export function CaregiverCard({ caregiver, name, today, answer }: CaregiverCardProps) {
  const { t, format } = useViewer();
  const { state, untilDay, changedAt } = caregiver;
  const when = (moment: Date) => format.date(moment);
  const isStanding = state === "waiting" || state === "caring";
  const facts = [
    untilDay ? t("caregivers.until", { day: format.day(untilDay) }) : t("caregivers.openEnd"),
    state === "caring" ? null : t("caregivers.asked", { day: when(caregiver.invitedAt) }),
    changedAt && t("caregivers.lastChange", { day: when(changedAt) }),
  ].filter(Boolean);
  return (
    <Card as="li" className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          {caregiver.name && (
            <h3 className="text-base">
              <bdi>{caregiver.name}</bdi>
            </h3>
          )}
          <p className={caregiver.name ? "text-sm text-ink-2" : "font-semibold"}>
            <Ltr>{caregiver.email}</Ltr>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Chip tone={tones[state]} dot>
            {t(`caregivers.states.${state}`)}
          </Chip>
          <Chip>{t(`caregivers.levels.${caregiver.level}.title`)}</Chip>
        </div>
      </div>
      <p className="text-sm text-ink-2">{facts.join("\u00a0· ")}</p>
      {state === "waiting" && <InvitationLink {...caregiver} />}
      {isStanding && <ChangeForm key={`${caregiver.level} ${untilDay}`} {...{ caregiver, name, today, answer }} />}
      <EndForm caregiver={caregiver} isStanding={isStanding} />
    </Card>
  );
}

/** Form fields for a caregiver's access level and last day. */
export function CaregiverFields({
  level,
  untilDay,
  name,
  today,
}: {
  level: FieldMetadata<string>;
  untilDay: FieldMetadata<string | null>;
  /** Name of the pet. */
  name: string;
  today: string;
}) {
  const t = useT();
  return (
    <>
      <RadioCards
        id={level.id}
        legend={t("caregivers.level")}
        name={level.name}
        defaultValue={level.initialValue}
        errors={level.errors}
        hint={t("caregivers.yours")}
        options={caregiverLevels.map((value) => ({
          value,
          title: t(`caregivers.levels.${value}.title`),
          text: t(`caregivers.levels.${value}.text`, { name }),
        }))}
      />
      <LineField
        field={untilDay}
        label={t("caregivers.untilDay")}
        hint={t("caregivers.untilDayHint")}
        type="date"
        min={today}
        className="max-w-xs"
      />
    </>
  );
}

function ChangeForm({ caregiver, name, today, answer }: CaregiverCardProps) {
  const t = useT();
  const isMine = answer?.intent === "change" && answer.form.initialValue?.caregiverId === caregiver.id;
  const [form, fields] = useAppForm<{ level: string; untilDay: string | null }>({
    id: `care-${caregiver.id}`,
    intent: "change",
    answer: isMine ? answer : undefined,
    defaultValue: { level: caregiver.level, untilDay: caregiver.untilDay },
  });
  return (
    <Disclosure summary={t("caregivers.change")} open={isMine}>
      <AppForm form={form} values={{ caregiverId: caregiver.id }} className="grid gap-5 pt-1">
        <CaregiverFields level={fields.level} untilDay={fields.untilDay} name={name} today={today} />
        <SubmitButton size="sm" className="justify-self-start">
          {t("caregivers.save")}
        </SubmitButton>
      </AppForm>
    </Disclosure>
  );
}

function EndForm({ caregiver, isStanding }: { caregiver: Caregiver; isStanding: boolean }) {
  const t = useT();
  const button = { variant: "ghost", size: "sm" } as const;
  const isCaring = caregiver.state === "caring";
  const label = t(isCaring ? "caregivers.end" : "caregivers.withdraw");
  return (
    <AppForm intent="end" values={{ caregiverId: caregiver.id }}>
      {isStanding ? (
        <ConfirmDialog
          trigger={<SubmitButton {...button}>{label}</SubmitButton>}
          title={
            isCaring
              ? t("caregivers.endTitle", { who: `\u2068${caregiver.name ?? ""}\u2069` })
              : t("caregivers.withdrawTitle")
          }
          description={t(isCaring ? "caregivers.endText" : "caregivers.withdrawText")}
        />
      ) : (
        <SubmitButton {...button}>{t("caregivers.forget")}</SubmitButton>
      )}
    </AppForm>
  );
}
