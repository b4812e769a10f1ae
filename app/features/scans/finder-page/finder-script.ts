/** What the page hands to this script, as data attributes of its own element. */
export interface FinderScriptData {
  visit: string;
  locating: string;
  denied: string;
  added: string;
}

const words = { ...document.currentScript?.dataset } as unknown as FinderScriptData;

// The visit stands in the address, so that a tab restored next week is the same visit and not a new alarm.
try {
  history.replaceState(null, "", `${location.pathname}?v=${words.visit}`);
} catch {
  // A page inside another, or a browser that counts such calls: the cookie still knows the visit.
}

function setValue(form: HTMLFormElement, name: string, value: number): void {
  (form.elements.namedItem(name) as HTMLInputElement).value = String(value);
}

/** Fills in the phone's position after a tap, and sends the form where the button says so. */
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
      if (button.dataset.locate === "send") form.requestSubmit();
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

// Opening the form for a place is the press that asks the phone: where it is not allowed, words remain.
const place = document.querySelector<HTMLDetailsElement>("#place");
place?.addEventListener("toggle", () => {
  const button = place.querySelector<HTMLButtonElement>("[data-locate]");
  if (place.open && button && !button.hidden && !button.disabled) locate(button);
});

// One press of a button, one post.
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
