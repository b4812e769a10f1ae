import { type DefaultValue, getFormProps, type Submission, type SubmissionResult, useForm } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { type Draft, onFormAccepted } from "./drafts.ts";
import { useDraft } from "./use-draft.ts";

interface FormOptions<Shape> {
  /** Defaults to the intent. */
  id?: string;
  /** Which of the page's forms this is; answers to the others are ignored. */
  intent?: string | undefined;
  /** Answer of `handleForm` to the page's last form. */
  answer: { intent: string | null; form: SubmissionResult<string[]> } | undefined;
  defaultValue?: DefaultValue<Shape>;
  /** Only for lists whose rows the client adds and moves; values are validated on the server. */
  onValidate?: (context: { formData: FormData }) => Submission<Shape, string[], Shape>;
  /** Name under which what is typed is kept on this device (see `useDraft`). */
  draft?: string | null;
  prepareDraft?: (draft: Draft) => void;
}

/** Result that has nothing to report, which removes the errors of the one before it. */
const createAccepted = () => ({ status: "success" }) as const;

/**
 * Returns a form for `AppForm` and its fields. Errors leave when a form of the page is accepted and leads back to the
 * same page; Conform itself would keep showing them. They stay through everything else, for example while the language
 * is changed.
 */
// biome-ignore lint/suspicious/noExplicitAny: as Conform declares it
export function useAppForm<Shape extends Record<string, any>>(options: FormOptions<Shape>) {
  const { intent, answer, draft = null, prepareDraft, ...rest } = options;
  // A body that could not be read names no form.
  const isOwn = answer && (!intent || answer.intent === null || answer.intent === intent);
  const lastResult = isOwn ? answer.form : undefined;
  const { pathname } = useLocation();
  /** The accepted result, and the one that was shown before it. */
  const [accepted, setAccepted] = useState<{ result: ReturnType<typeof createAccepted>; before: unknown } | null>(null);
  useEffect(
    () =>
      onFormAccepted((path) => {
        if (path.split("?")[0] === pathname) setAccepted({ result: createAccepted(), before: lastResult });
      }),
    [pathname, lastResult],
  );
  const isRefusedAgain = accepted !== null && lastResult !== undefined && lastResult !== accepted.before;
  if (isRefusedAgain) setAccepted(null);
  const [metadata, fields] = useForm<Shape>({
    ...(intent && { id: intent }),
    ...rest,
    lastResult: accepted && !isRefusedAgain ? accepted.result : lastResult,
  });
  const ref = useRef<HTMLFormElement>(null);
  const kept = useDraft(ref, { name: draft, isAnswered: answer !== undefined, prepare: prepareDraft });
  const form = { attributes: getFormProps(metadata), metadata, ref, intent, draft: kept };
  return [form, fields] as const;
}
