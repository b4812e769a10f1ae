import type { Combine, DefaultValue, FormValue, SubmissionResult } from "@conform-to/dom";
import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";

export type { DefaultValue, SubmissionResult };

type Result = SubmissionResult<string[]>;
type Tree = Record<string, unknown>;
type Errors = Record<string, string[]>;

/** A field of a form: how its control is named and identified, what it contains at first, and why it was rejected. */
export interface FormField<Schema = unknown> {
  id: string;
  formId: string;
  name: string;
  /** React's key of the control: changes with the form, and moves with the row of a list. */
  key: string | undefined;
  errorId: string;
  errors: string[] | undefined;
  initialValue: FormValue<Schema>;
  /** The fields of an object. */
  getFieldset(): Fieldset<Schema>;
  /** The rows of a list. */
  getFieldList(): FormField<[Schema] extends [readonly (infer Item)[] | null | undefined] ? Item : unknown>[];
}

/** The fields of a form, or of an object in it. */
export type Fieldset<Schema> = Required<{ [Key in keyof Combine<Schema>]: FormField<Combine<Schema>[Key]> }>;

type Control = Pick<FormField, "id" | "formId" | "name" | "key" | "errorId" | "errors"> & { initialValue: unknown };

type ListChange =
  | { type: "insert"; payload: { name: string } }
  | { type: "remove"; payload: { name: string; index: number } }
  | { type: "reorder"; payload: { name: string; from: number; to: number } };

interface FormState {
  id: string;
  /** The answer that is shown. */
  result: Result | undefined;
  /** What the fields contain at first, as a form would submit it. */
  values: Tree;
  errors: Errors;
  /** Keys of the rows of changed lists, in order. */
  rows: Record<string, string[]>;
  /** Prefix of all keys. */
  key: string | undefined;
}

/** Returns a value as a form would submit it: texts, and what is empty not at all. */
function submitted(value: unknown): unknown {
  if (value === null || value === "" || value === false) return undefined;
  if (value === true) return "on";
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.length > 0 ? value.map(submitted) : undefined;
  if (typeof value !== "object") return value === undefined ? value : String(value);
  const entries = Object.entries(value).map(([name, part]) => [name, submitted(part)] as const);
  const filled = entries.filter(([, part]) => part !== undefined);
  return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

/** Returns the messages of an answer; the buttons of a list report none. */
function errorsOf(result: Result | undefined): Errors {
  const all = result?.status === "error" ? Object.entries(result.error ?? {}) : [];
  return Object.fromEntries(all.filter((entry): entry is [string, string[]] => entry[1] !== null));
}

/** Number of rows added on this page, for their keys. */
let added = 0;

const listOf = ({ values }: FormState, name: string) => (Array.isArray(values[name]) ? values[name] : []) as unknown[];
const rowsOf = (state: FormState, name: string) =>
  state.rows[name] ?? listOf(state, name).map((_, index) => `${index}`);

function changeList(state: FormState, { type, payload }: ListChange): FormState {
  const { name } = payload;
  const keys = rowsOf(state, name);
  const rows = listOf(state, name).map((value, index) => ({ value, key: keys[index] as string }));
  if (type === "insert") rows.push({ value: undefined, key: `new-${++added}` });
  else if (type === "remove") rows.splice(payload.index, 1);
  else rows.splice(payload.to, 0, ...rows.splice(payload.from, 1));
  return {
    ...state,
    values: { ...state.values, [name]: rows.map(({ value }) => value) },
    rows: { ...state.rows, [name]: rows.map(({ key }) => key) },
    errors: Object.fromEntries(Object.entries(state.errors).filter(([field]) => !field.startsWith(name))),
  };
}

function fieldOf(state: FormState, name: string, value: unknown, key: string | undefined): FormField {
  const id = `${state.id}-${name}`;
  const errors = state.errors[name];
  return {
    ...{ id, formId: state.id, name, key, errorId: `${id}-error`, errors, initialValue: value },
    getFieldset: () => fieldsetOf(state, name, value, key),
    getFieldList: () =>
      rowsOf(state, name).map((row, index) =>
        fieldOf(state, `${name}[${index}]`, listOf(state, name)[index], `${key ?? ""}${row}`),
      ),
  } as FormField;
}

/** The shape of a form is known to the type checker only. */
const fieldsetOf = (state: FormState, name: string, value: unknown, key: string | undefined): Fieldset<unknown> =>
  new Proxy(
    {},
    {
      get: (_, part) =>
        typeof part === "string"
          ? fieldOf(
              state,
              (name && `${name}.${part}`) || part,
              (value as Tree | undefined)?.[part],
              key && `${key}/${part}`,
            )
          : undefined,
    },
  ) as Fieldset<unknown>;

/** Name of the buttons that change a list, and of what they submit without JavaScript. */
const listButton = "__intent__";

interface Options<Shape> {
  id?: string | undefined;
  /** Answer to the form; shown until the next one. */
  lastResult: Result | undefined;
  defaultValue?: DefaultValue<Shape>;
}

/** Returns the state of a form whose values only the server validates, and its fields. */
export function useFormFields<Shape>({ id, lastResult, defaultValue }: Options<Shape>) {
  const made = useId();
  const formId = id ?? made;
  const open = (key?: string, result?: Result): FormState => {
    const values = (submitted(result?.initialValue ?? defaultValue) ?? {}) as Tree;
    return { id: formId, result, values, errors: errorsOf(result), rows: {}, key };
  };
  const [state, setState] = useState(() => open(undefined, lastResult));
  if (state.id !== formId) setState({ ...open(formId), result: lastResult });
  else if (lastResult && lastResult !== state.result)
    setState({ ...state, result: lastResult, errors: errorsOf(lastResult) });
  const shown = useRef(state.result);
  useEffect(() => {
    if (shown.current === state.result) return;
    shown.current = state.result;
    const controls = (document.getElementById(state.id) as HTMLFormElement | null)?.elements ?? [];
    const rejected = [...controls].find((control) => {
      const name = control.getAttribute("name");
      return name && state.errors[name];
    });
    (rejected as HTMLElement | undefined)?.focus();
  }, [state]);
  const { errors } = state;
  const form = {
    id: formId,
    errors: errors[""],
    allErrors: errors,
    attributes: {
      id: formId,
      noValidate: true,
      ...(errors[""] && { "aria-describedby": `${formId}-error` }),
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        const button = event.nativeEvent.submitter as HTMLButtonElement | null;
        if (button?.name !== listButton) return;
        event.preventDefault();
        form.changeList(JSON.parse(button.value));
      },
    },
    changeList: (change: ListChange) => setState((before) => changeList(before, change)),
    /** Attributes of a submit button that changes a list, without JavaScript too. */
    listButton: (change: ListChange) => ({ name: listButton, value: JSON.stringify(change), formNoValidate: true }),
  };
  return [form, fieldsetOf(state, "", state.values, state.key) as Fieldset<Shape>] as const;
}

export type FormMeta = ReturnType<typeof useFormFields>[0];

/** Returns what a text field or the chosen one of radio buttons contains now. */
export function useTyped({ formId, name, initialValue }: Control): string | undefined {
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    const read = ({ target }: Event) => {
      const { form } = target as HTMLInputElement;
      if (form?.id === formId) setTyped(String(new FormData(form).get(name) ?? ""));
    };
    const types = ["input", "change"];
    for (const type of types) document.addEventListener(type, read);
    return () => {
      for (const type of types) document.removeEventListener(type, read);
    };
  }, [formId, name]);
  return typed ?? (initialValue as string | undefined);
}

/** Attributes of a control; without `key` unless there is one, because React wants a key apart from the others. */
const controlProps = ({ key, id, name, formId, errors, errorId }: Control) => ({
  ...(key === undefined ? {} : { key }),
  ...{ id, name, form: formId },
  ...(errors && { "aria-invalid": true, "aria-describedby": errorId }),
});

/** Attributes of an input; those of radio buttons, which have values of their own, are without one (`value: false`). */
export function getInputProps<Type extends string>(field: Control, { type, value }: { type: Type; value?: false }) {
  const { initialValue } = field;
  const content =
    type === "checkbox"
      ? { value: "on", defaultChecked: initialValue === "on" }
      : typeof initialValue === "string" && { defaultValue: initialValue };
  return { ...controlProps(field), type, ...(value === undefined && content) };
}

/** Attributes of a select or textarea. */
export function getSelectProps(field: Control) {
  return { ...controlProps(field), defaultValue: field.initialValue as string | undefined };
}

/** Attributes of checkboxes with the same name, one for each of `options`. */
export function getCheckboxesProps(field: Control, options: readonly string[]) {
  const chosen = [field.initialValue].flat();
  return options.map((value) => ({
    ...controlProps(field),
    ...{ key: `${field.key ?? ""}${value}`, id: `${field.id}-${value}`, type: "checkbox", value },
    defaultChecked: chosen.includes(value),
  }));
}
