import { type Ref, type RefObject, useState } from "react";
import { type FetcherWithComponents, Form, type FormProps } from "react-router";
import { DraftNotice } from "./draft-notice.tsx";
import { FormErrors, problemsOf } from "./form-errors.tsx";
import { FormContext } from "./submit-button.tsx";

/** A form with fields, as `useAppForm` returns it. */
export interface FormHandle {
  /** Attributes of the form element. */
  attributes: Pick<FormProps, "id" | "onSubmit" | "noValidate" | "aria-describedby">;
  metadata: { id: string; errors: string[] | undefined; allErrors: Record<string, string[]> };
  ref: RefObject<HTMLFormElement | null>;
  intent: string | undefined;
  draft: { isRestored: boolean; drop(): void };
}

export interface AppFormProps extends Omit<FormProps, "method"> {
  /** From `useAppForm`; not for a form whose fields have no errors of their own, such as a single button. */
  form?: FormHandle;
  /** Which of the page's forms this is (`defineIntent`). Without one here or in `form`, its buttons name it. */
  intent?: string | undefined;
  /** Hidden fields; those without a value are left out. They also tell the forms of a list apart. */
  values?: Record<string, string | number | null | undefined>;
  /** Fetcher that submits the form, unless it is a navigation. */
  fetcher?: FetcherWithComponents<unknown>;
  /** Shows the errors above the fields: those of no field, or all of them with links, given the label of each field. */
  summary?: boolean | ((field: string) => string | undefined);
  /** What a restored draft does not contain. */
  draftLacks?: string;
  /** Unless the form is from `useAppForm`, which has its own. */
  ref?: Ref<HTMLFormElement>;
}

/**
 * The form of this app: posts to its page with the intent and hidden fields, tells its buttons when it is on its way,
 * and shows the restored draft and the errors above its fields. Works without JavaScript. Values are validated on the
 * server alone (decision 003), so it takes the answer of `handleForm` by `useAppForm` instead of a schema.
 *
 * Forms without `useAppForm`: a single button, and one or two plain fields that read their error from the answer. They
 * keep the browser's own validation, and their pages do not load Conform. Forms whose every press JavaScript replaces,
 * such as those of a visitor's cart, are plain `<form>`s.
 */
export function AppForm(props: AppFormProps) {
  const { form, intent = form?.intent, values, fetcher, summary, draftLacks, children, ...rest } = props;
  const Element = fetcher?.Form ?? Form;
  const hidden = Object.entries({ intent, ...values }).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as const],
  );
  // As they were sent, not as the page has reloaded them since: the buttons stay pending until the answer is shown.
  const [sent, setSent] = useState(hidden);
  return (
    <FormContext value={{ hidden: sent, fetcher }}>
      <Element method="post" {...form?.attributes} ref={form?.ref} onSubmitCapture={() => setSent(hidden)} {...rest}>
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {form && <DraftNotice draft={form.draft} missing={draftLacks} />}
        {form && summary && (
          <FormErrors
            errors={
              summary === true
                ? (form.metadata.errors ?? []).map((message) => ({ message }))
                : problemsOf(form.metadata, summary)
            }
          />
        )}
        {children}
      </Element>
    </FormContext>
  );
}
