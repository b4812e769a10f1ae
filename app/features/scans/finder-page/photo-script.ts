import { shrinkPhoto } from "#app/platform/files/shrink-photo.ts";

// Shrinks a chosen photo as the app's forms do, so that a phone's photo of any size can be sent on a weak connection.
// One that the browser cannot decode is left to the server.
document.addEventListener("change", async ({ target }) => {
  const field = target as HTMLInputElement;
  const file = field.files?.[0];
  if (!file || field.name !== "photo") return;
  const shrunk = await shrinkPhoto(file).catch(() => file);
  // Another photo may have been chosen meanwhile.
  if (shrunk === file || field.files?.[0] !== file) return;
  const list = new DataTransfer();
  list.items.add(shrunk);
  field.files = list.files;
});
