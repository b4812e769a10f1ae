import { expect, test } from "vitest";
import { findPhotoError, photoMaxBytes } from "./photos.ts";

test.each([
  ["a photo", { type: "image/jpeg", size: 10 }, null],
  ["a photo of the maximum size", { type: "image/webp", size: photoMaxBytes }, null],
  ["a larger one", { type: "image/png", size: photoMaxBytes + 1 }, "form.photoTooLarge"],
  ["another kind of file", { type: "application/pdf", size: 10 }, "form.photoNotImage"],
  ["a picture of another format", { type: "image/heic", size: 10 }, "form.photoNotImage"],
  ["a file of unknown type, which the server reads", { type: "", size: 10 }, null],
  ["a large file of unknown type", { type: "", size: photoMaxBytes + 1 }, "form.photoTooLarge"],
] as const)("findPhotoError checks %s", (_name, file, error) => {
  expect(findPhotoError(file)).toBe(error);
});
