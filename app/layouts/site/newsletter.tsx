import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { Button } from "#app/platform/ui/button.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";

/**
 * Newsletter form that only shows a confirmation; nothing is sent. The input has no name, so that without JavaScript
 * the browser validates the address, does not send it and returns to the confirmation.
 */
export function Newsletter() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [isDone, setDone] = useState(false);

  function subscribe(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.currentTarget.reset();
    setDone(true);
    showToast({ type: "success", title: t("site.newsletter.done") });
  }

  return (
    <form method="get" action={`${pathname}#subscribed`} onSubmit={subscribe} className="grid content-start gap-3">
      <p className="font-semibold">{t("site.newsletter.title")}</p>
      <p className="text-sm text-ink-2">{t("site.newsletter.text")}</p>
      <div className="flex flex-wrap items-start gap-2">
        <Field label={t("site.newsletter.email")} hideLabel className="min-w-[min(100%,13rem)] flex-1">
          <TextInput type="email" required ltr autoComplete="email" placeholder={t("site.newsletter.email")} />
        </Field>
        <Button type="submit">{t("site.newsletter.submit")}</Button>
      </div>
      <p
        id="subscribed"
        role="status"
        className={isDone ? "text-sm font-medium text-ok" : "hidden text-sm font-medium text-ok target:block"}
      >
        {t("site.newsletter.done")}
      </p>
    </form>
  );
}
