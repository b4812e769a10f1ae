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

function setValue(form: HTMLFormElement, name: string, value: string): void {
  (form.elements.namedItem(name) as HTMLInputElement).value = value;
}

const position = ["latitude", "longitude", "accuracy"] as const;
/** Button that was pressed while the position is awaited. */
let held: HTMLElement | null = null;
let isLocating = false;

function release(): void {
  isLocating = false;
  held?.click();
  held = null;
}

/** Fills in the device's position. The label says so meanwhile, and an error where the browser does not tell it. */
function locate(form: HTMLFormElement, label: HTMLElement, done: () => void, failed: () => void): void {
  const note = form.querySelector<HTMLElement>("[data-status]")!;
  const text = label.textContent;
  label.textContent = words.locating;
  note.hidden = true;
  isLocating = true;
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      for (const name of position) setValue(form, name, String(coords[name]));
      label.textContent = words.added;
      done();
      release();
    },
    () => {
      label.textContent = text;
      note.textContent = words.denied;
      note.hidden = false;
      failed();
      release();
    },
    { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 },
  );
}

const canLocate = "geolocation" in navigator;

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-locate]")) {
  button.hidden = !canLocate;
  button.onclick = () => {
    const form = button.form!;
    button.disabled = true;
    // Not `requestSubmit`, which iOS has only since version 16.
    const send = () => form.querySelector<HTMLButtonElement>("[type=submit]")!.click();
    locate(form, button, send, () => {
      button.disabled = false;
    });
  };
}

const toggle = document.querySelector<HTMLInputElement>(".switch input");
const have = document.querySelector<HTMLDetailsElement>("#have");
if (toggle && have && canLocate) {
  const label = toggle.nextElementSibling as HTMLElement;
  const text = label.textContent;
  toggle.parentElement!.hidden = false;
  toggle.onchange = () => {
    if (toggle.checked)
      locate(
        toggle.form!,
        label,
        () => {},
        () => {
          toggle.checked = false;
        },
      );
    else {
      for (const name of position) setValue(toggle.form!, name, "");
      label.textContent = text;
    }
  };
  // On by itself where the browser does not have to ask.
  have.addEventListener("toggle", () => {
    if (!have.open || toggle.checked) return;
    navigator.permissions
      ?.query({ name: "geolocation" })
      .then(({ state }) => state === "granted" && toggle.click())
      .catch(() => {});
  });
}

// Opening the location form asks for the position; if that is not allowed, the text field remains.
const place = document.querySelector<HTMLDetailsElement>("#place");
place?.addEventListener("toggle", () => {
  const button = place.querySelector<HTMLButtonElement>("[data-locate]");
  if (place.open && button && !button.hidden && !button.disabled) button.click();
});

// The other language is another document: what is typed and which sections are open are kept for it, once.
const typedKey = "typed";
const fields = () => document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("textarea,[type=text]");
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
  const keep = () => {
    const values = Array.from(fields(), ({ value }) => value);
    const open = Array.from(sections(), (section) => section.open);
    sessionStorage.setItem(typedKey, JSON.stringify({ page: location.pathname, values, open }));
  };
  for (const link of document.querySelectorAll("a[hreflang]")) link.addEventListener("click", keep);
} catch {
  // Without storage, the form is empty in the other language.
}

// Waits for a position that is on its way, for 4 seconds, and prevents double submission, for 8.
for (const form of document.forms) {
  form.addEventListener("submit", (event) => {
    if (isLocating && event.submitter) {
      event.preventDefault();
      held = event.submitter;
      setTimeout(release, 4000);
      return;
    }
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "1";
    setTimeout(() => delete form.dataset.sent, 8000);
  });
}
