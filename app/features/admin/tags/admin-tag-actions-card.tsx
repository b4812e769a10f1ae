import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { ConfirmForm } from "#app/features/admin-lists/confirm-button.tsx";
import { PetSelect } from "#app/features/tags/manage/pet-select.tsx";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { readMessage } from "#app/platform/ui/forms/messages.ts";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";

interface Props {
  tag: { ownerId: string | null; petId: string | null; petName: string | null; seen: number };
  pets: { id: string; name: string }[];
  answer: FormAnswer | undefined;
}

/** Card with an administrator's actions on somebody's tag, for when its owner has asked for help. */
export function AdminTagActionsCard({ tag, pets, answer }: Props) {
  const { t } = useTranslation();
  if (!tag.ownerId) return <Notice>{t("adminTags.free")}</Notice>;
  return (
    <Card as="section" className="grid gap-5">
      <CardHeader title={t("adminTags.onBehalf")} text={t("adminTags.onBehalfText")} />
      {answer?.refusal && <Notice tone="lost">{readMessage(answer.refusal)}</Notice>}
      {pets.length === 0 ? (
        <p className="text-sm text-ink-2">{t("adminTags.noPets")}</p>
      ) : (
        <Form method="post" className="grid gap-4">
          <input type="hidden" name="seen" value={tag.seen} />
          <Field label={t("tags.pet")} errors={answer?.form.error?.petId ?? []}>
            <PetSelect name="petId" pets={pets} empty={t("tags.choosePet")} defaultValue={tag.petId ?? ""} />
          </Field>
          <SubmitButton name="intent" value="link" className="justify-self-start">
            {t("adminTags.link")}
          </SubmitButton>
        </Form>
      )}
      <div className="flex flex-wrap gap-3">
        {tag.petId && (
          <ConfirmForm
            label={t("adminTags.unlink")}
            fields={{ seen: tag.seen }}
            intent="unlink"
            title={t("adminTags.unlinkTitle", { name: `\u2068${tag.petName}\u2069` })}
            text={t("adminTags.unlinkText")}
          />
        )}
        <ConfirmForm
          label={t("adminTags.release")}
          fields={{ seen: tag.seen }}
          intent="release"
          title={t("adminTags.releaseTitle")}
          text={t("adminTags.releaseText")}
        />
      </div>
    </Card>
  );
}
