// A person who downloads a file with an Arabic name would get it under a garbled one.
import { expect, test } from "vitest";
import { attachedName, attachment } from "./attachment.ts";

test.each([
  ["tags.csv", 'attachment; filename="tags.csv"'],
  [
    "aleef-دفعة-2-factory.csv",
    "attachment; filename=\"aleef--2-factory.csv\"; filename*=UTF-8''aleef-%D8%AF%D9%81%D8%B9%D8%A9-2-factory.csv",
  ],
  ["it's (a) *.zip", 'attachment; filename="it\'s (a) *.zip"'],
])("formats and parses the header %s", (name, header) => {
  expect(attachment(name)).toBe(header);
  expect(attachedName(header)).toBe(name);
  expect(new Headers({ "content-disposition": header }).get("content-disposition")).toBe(header);
});

test("no file name can break out of the header's quotes or line", () => {
  const header = attachment('a"; filename="b\r\nx: y\\é\'.csv');
  expect(header).toBe(
    "attachment; filename=\"a; filename=bx: y'.csv\"; filename*=UTF-8''a%22%3B%20filename%3D%22b%0D%0Ax%3A%20y%5C%C3%A9%27.csv",
  );
  expect(attachedName(null)).toBeNull();
});
