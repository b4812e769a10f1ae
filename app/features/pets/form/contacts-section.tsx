import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import type { ContactConsent } from "#app/features/phone/phone.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, IconButton } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { FieldErrors, FieldSet } from "#app/platform/ui/forms/field.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { maxContacts, maxLengths } from "../pets.rules.ts";
import type { PetFieldset, PetFormMeta } from "./form-problems.tsx";

/** Whether messages can be sent to this contact when the pet is found, and what is missing otherwise. */
function Reachability({ hasEmail, consent }: { hasEmail: boolean; consent: ContactConsent }) {
  const t = useT();
  if (consent === "agreed") return <p className="mt-4 text-sm text-ok">{t("petForm.contact.agreed")}</p>;
  if (hasEmail) return null;
  return (
    <Notice tone="sun" role="status" className="mt-4">
      {t(`petForm.contact.${consent === "unasked" ? "unreachable" : consent}`)}
    </Notice>
  );
}

/**
 * Emergency contacts in the order in which they are notified. Adding, removing and moving them also works without
 * JavaScript, by submitting the form.
 */
export function ContactsSection({
  form,
  fields,
  consents,
}: {
  form: PetFormMeta;
  fields: PetFieldset;
  /** ContactConsent of the numbers already saved. */
  consents: Record<string, ContactConsent>;
}) {
  const t = useT();
  const { name, errors } = fields.contacts;
  const contacts = fields.contacts.getFieldList();
  return (
    <Card as="section" id="contacts">
      <FieldSet legend={t("petForm.sections.contacts.title")} text={t("petForm.sections.contacts.text")}>
        {contacts.length === 0 && <p className="text-sm text-ink-2">{t("petForm.contact.none")}</p>}
        <ol className="grid gap-4">
          {contacts.map((contact, index) => {
            const position = index + 1;
            const parts = contact.getFieldset();
            return (
              <li key={contact.key ?? position} className="rounded-2 border border-line p-4">
                <div className="mb-3 flex items-center gap-1">
                  <p className="me-auto text-sm font-semibold">{t("petForm.contact.nth", { position })}</p>
                  <IconButton
                    {...form.reorder.getButtonProps({ name, from: index, to: Math.max(0, index - 1) })}
                    type="submit"
                    size="sm"
                    formAction="#contacts"
                    disabled={index === 0}
                    aria-label={t("petForm.contact.up", { position })}
                  >
                    <ChevronUp aria-hidden />
                  </IconButton>
                  <IconButton
                    {...form.reorder.getButtonProps({ name, from: index, to: index + 1 })}
                    type="submit"
                    size="sm"
                    formAction="#contacts"
                    disabled={position === contacts.length}
                    aria-label={t("petForm.contact.down", { position })}
                  >
                    <ChevronDown aria-hidden />
                  </IconButton>
                  <IconButton
                    {...form.remove.getButtonProps({ name, index })}
                    type="submit"
                    size="sm"
                    formAction="#contacts"
                    aria-label={t("petForm.contact.remove", { position })}
                  >
                    <X aria-hidden />
                  </IconButton>
                </div>
                <div className="grid gap-4 md:grid-cols-2">
                  <LineField field={parts.name} label={t("petForm.contact.name")} max={maxLengths.contactName} needed />
                  <LineField field={parts.phone} label={t("petForm.contact.phone")} type="tel" max={40} needed ltr />
                  <LineField
                    field={parts.email}
                    label={t("petForm.contact.email")}
                    hint={t("petForm.contact.emailHint")}
                    type="email"
                    max={254}
                    ltr
                  />
                  <LineField
                    field={parts.relation}
                    label={t("petForm.contact.relation")}
                    hint={t("petForm.contact.relationHint")}
                    max={maxLengths.relation}
                  />
                </div>
                <Reachability
                  hasEmail={Boolean(parts.email.value)}
                  consent={consents[parts.phone.value ?? ""] ?? "unasked"}
                />
              </li>
            );
          })}
        </ol>
        <FieldErrors id={fields.contacts.errorId} errors={errors} />
        {contacts.length < maxContacts ? (
          <Button
            {...form.insert.getButtonProps({ name })}
            type="submit"
            variant="ghost"
            formAction="#contacts"
            icon={<Plus aria-hidden />}
            className="justify-self-start"
          >
            {t("petForm.contact.add")}
          </Button>
        ) : (
          <p className="text-xs text-ink-3">{t("petForm.contact.most")}</p>
        )}
      </FieldSet>
    </Card>
  );
}
