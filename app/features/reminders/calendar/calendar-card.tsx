import CalendarPlus from "lucide-react/icons/calendar-plus";
import Copy from "lucide-react/icons/copy";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Button, buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";

/** Card with the secret URL to which the owner's calendar app subscribes. */
export function CalendarCard({ address }: { address: string | null }) {
  const { t } = useTranslation();
  return (
    <Card as="section" className="mt-8">
      <CardHeader title={t("reminders.feed.title")} text={t("reminders.feed.text")} />
      {address ? (
        <Address address={address} />
      ) : (
        <Form method="post" preventScrollReset>
          <SubmitButton variant="ghost" name="intent" value="renewCalendar" icon={<CalendarPlus aria-hidden />}>
            {t("reminders.feed.create")}
          </SubmitButton>
        </Form>
      )}
    </Card>
  );
}

function Address({ address }: { address: string }) {
  const { t } = useTranslation();
  const ask = (intent: "renewCalendar" | "revokeCalendar", tone: "brand" | "lost") => {
    const key = intent === "renewCalendar" ? "renew" : "revoke";
    const label = t(`reminders.feed.${key}`);
    return (
      <ConfirmDialog
        trigger={
          <SubmitButton variant="quiet" size="sm" name="intent" value={intent}>
            {label}
          </SubmitButton>
        }
        title={t(`reminders.feed.${key}Title`)}
        description={t(`reminders.feed.${key}Text`)}
        confirmLabel={label}
        cancelLabel={t("form.cancel")}
        tone={tone}
      />
    );
  };
  async function copy() {
    await navigator.clipboard.writeText(address);
    showToast({ type: "success", title: t("reminders.feed.copied") });
  }
  return (
    <div className="grid gap-4">
      <Field label={t("reminders.feed.address")} hint={t("reminders.feed.secret")}>
        <TextInput ltr readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" variant="ghost" icon={<Copy aria-hidden />} onClick={() => void copy()}>
          {t("reminders.feed.copy")}
        </Button>
        <a href={address.replace(/^https?:/, "webcal:")} className={buttonClass({ variant: "ghost", size: "sm" })}>
          <CalendarPlus aria-hidden className="size-5" />
          {t("reminders.feed.subscribe")}
        </a>
        <Form method="post" preventScrollReset className="flex flex-wrap gap-2 sm:ms-auto">
          {ask("renewCalendar", "brand")}
          {ask("revokeCalendar", "lost")}
        </Form>
      </div>
    </div>
  );
}
