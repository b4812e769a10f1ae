/** Values that the page passes to this script as data attributes. */
export interface FinderScriptData {
  visit: string;
  locating: string;
  denied: string;
  added: string;
}

const words = { ...document.currentScript?.dataset } as unknown as FinderScriptData;

// Puts the visit id into the URL, so that a tab restored later counts as the same visit and does not notify the owner
// again.
try {
  history.replaceState(null, "", `${location.pathname}?v=${words.visit}`);
} catch {
  // Not allowed in frames, or rate-limited by the browser: the cookie still identifies the visit.
}

function setValue(form: HTMLFormElement, name: string, value: number): void {
  (form.elements.namedItem(name) as HTMLInputElement).value = String(value);
}

/** Fills in the device's position, and submits the form if the button says so. */
function locate(button: HTMLButtonElement): void {
  const form = button.form!;
  const note = form.querySelector<HTMLElement>("[data-said]")!;
  const label = button.textContent;
  button.disabled = true;
  button.textContent = words.locating;
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      setValue(form, "latitude", coords.latitude);
      setValue(form, "longitude", coords.longitude);
      setValue(form, "accuracy", coords.accuracy);
      // Not `requestSubmit`, which iOS has only since version 16.
      if (button.dataset.locate === "send") form.querySelector<HTMLButtonElement>("[type=submit]")!.click();
      else button.textContent = words.added;
    },
    () => {
      button.disabled = false;
      button.textContent = label;
      note.textContent = words.denied;
      note.hidden = false;
    },
    { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
  );
}

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-locate]")) {
  button.hidden = !("geolocation" in navigator);
  button.onclick = () => locate(button);
}

// Opening the location form asks for the position; if that is not allowed, the text field remains.
const place = document.querySelector<HTMLDetailsElement>("#place");
place?.addEventListener("toggle", () => {
  const button = place.querySelector<HTMLButtonElement>("[data-locate]");
  if (place.open && button && !button.hidden && !button.disabled) locate(button);
});

// The other language is another document: what is typed and which sections are open are kept for it, once.
const typedKey = "typed";
const fields = () =>
  document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("textarea,input:not([type=hidden])");
const sections = () => document.querySelectorAll("details");
try {
  const kept = JSON.parse(sessionStorage.getItem(typedKey) || "null");
  sessionStorage.removeItem(typedKey);
  if (kept && kept.page === location.pathname) {
    fields().forEach((field, index) => {
      if (kept.values[index] && !field.value) field.value = kept.values[index];
    });
    sections().forEach((section, index) => {
      if (kept.open[index]) section.open = true;
    });
  }
  document.querySelector("a[hreflang]")?.addEventListener("click", () => {
    const values = Array.from(fields(), ({ value }) => value);
    const open = Array.from(sections(), (section) => section.open);
    sessionStorage.setItem(typedKey, JSON.stringify({ page: location.pathname, values, open }));
  });
} catch {
  // Without storage, the form is empty in the other language.
}

// Prevents double submission, for 8 seconds.
for (const form of document.forms) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "1";
    setTimeout(() => delete form.dataset.sent, 8000);
  });
}
