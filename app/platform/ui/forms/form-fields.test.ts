// A rejected form would lose what was typed, or its messages would stand at no field or at the wrong one.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import {
  getCheckboxesProps,
  getInputProps,
  getSelectProps,
  type SubmissionResult,
  useFormFields,
} from "./form-fields.ts";

interface Pet {
  name: string;
  weight?: number;
  isHidden?: boolean;
  needs?: string[];
  vet?: { phone?: string };
  contacts?: { phone: string }[];
}

type Opened = ReturnType<typeof useFormFields<Pet>>;

const defaultValue = { name: "Rocky", weight: 4, isHidden: true, needs: ["deaf"], contacts: [{ phone: "1" }] };

function Page({
  lastResult,
  take,
}: {
  lastResult: SubmissionResult<string[]> | undefined;
  take(opened: Opened): void;
}) {
  take(useFormFields<Pet>({ id: "pet", lastResult, defaultValue }));
  return null;
}

/** Returns the form and its fields as a page renders them. */
function open(lastResult?: SubmissionResult<string[]>): Opened {
  const opened: Opened[] = [];
  renderToStaticMarkup(createElement(Page, { lastResult, take: (one) => opened.push(one) }));
  return opened[0]!;
}

test("fields contain the values of the page as a form would submit them", () => {
  const [, fields] = open();
  expect(getInputProps(fields.name, { type: "text" })).toEqual({
    id: "pet-name",
    name: "name",
    form: "pet",
    type: "text",
    defaultValue: "Rocky",
  });
  expect(getSelectProps(fields.weight).defaultValue).toBe("4");
  expect(getInputProps(fields.isHidden, { type: "checkbox" })).toMatchObject({ value: "on", defaultChecked: true });
  const checkboxes = getCheckboxesProps(fields.needs, ["deaf", "shy"]);
  expect(checkboxes.map(({ id, defaultChecked }) => [id, defaultChecked])).toEqual([
    ["pet-needs-deaf", true],
    ["pet-needs-shy", false],
  ]);
  expect(fields.vet.getFieldset().phone).toMatchObject({ name: "vet.phone", initialValue: undefined });
});

test("a rejected form contains what was sent, with each message at its field", () => {
  const error = { "": ["Try again"], "contacts[1].phone": ["Not a number"], name: null };
  const sent = { name: "Luna", needs: "shy", contacts: [{ phone: "1" }, { phone: "x" }] };
  const [form, fields] = open({ status: "error", initialValue: sent, error });
  expect(form.errors).toEqual(["Try again"]);
  expect(form.allErrors).toEqual({ "": ["Try again"], "contacts[1].phone": ["Not a number"] });
  expect(fields.name).toMatchObject({ initialValue: "Luna", errors: undefined });
  expect(getCheckboxesProps(fields.needs, ["deaf", "shy"]).map(({ defaultChecked }) => defaultChecked)).toEqual([
    false,
    true,
  ]);
  const phones = fields.contacts.getFieldList().map((contact) => contact.getFieldset().phone);
  expect(phones.map(({ name, initialValue }) => [name, initialValue])).toEqual([
    ["contacts[0].phone", "1"],
    ["contacts[1].phone", "x"],
  ]);
  expect(getInputProps(phones[1]!, { type: "tel" })).toMatchObject({
    "aria-invalid": true,
    "aria-describedby": "pet-contacts[1].phone-error",
  });
});

test("a form that a list's button sent without JavaScript shows the changed list and no messages", () => {
  const sent = { name: "", contacts: [undefined as never] };
  const [form, fields] = open({ initialValue: sent, error: { name: ["Missing"] } });
  expect(form.allErrors).toEqual({});
  expect(fields.contacts.getFieldList()).toHaveLength(1);
});
