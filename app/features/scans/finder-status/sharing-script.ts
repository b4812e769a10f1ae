/** Texts that the page passes to this script as data attributes. */
export interface SharingScriptData {
  waiting: string;
  seen: string;
  /** With the placeholder `{time}`. */
  last: string;
  noSignal: string;
  denied: string;
  stopped: string;
  stopKept: string;
  ended: string;
  failed: string;
}

interface Place {
  /** Milliseconds since 1970, by the phone's clock. */
  at: number;
  latitude: number;
  longitude: number;
  /** In metres. */
  accuracy: number;
}

/** State stored on the phone until the family has received it. */
interface SharingState {
  places?: Place[];
  /** Whether this phone started the sharing, and so continues by itself. */
  mine?: boolean;
  stop?: boolean;
}

interface Answer {
  status: number;
  error?: string;
  isRunning?: boolean;
  /** In milliseconds. */
  left: number;
  lastAt?: string | null;
}

const words = { ...document.currentScript?.dataset } as unknown as SharingScriptData;
const card = document.getElementById("share");
if (card && navigator.geolocation) share(card);

/**
 * Shares the phone's location: every ten seconds or 15 metres a position is stored on the phone and sent from there, so
 * that a tunnel or a reload loses nothing. Only the phone that started sharing continues after a reload.
 */
function share(card: HTMLElement): void {
  const address = card.dataset.to!;
  const storageKey = `share ${address}`;
  const { geolocation } = navigator;
  const options = { enableHighAccuracy: true, maximumAge: 5000, timeout: 30_000 };
  const part = <E extends HTMLElement = HTMLElement>(name: string) => card.querySelector<E>(`[data-${name}]`)!;
  const timeLeft = Number(card.dataset.left);

  /** When sharing ends, in milliseconds since 1970; 0 while not sharing. */
  let end = timeLeft > 0 ? Date.now() + timeLeft : 0;
  let watch: number | null = null;
  let isBusy = false;
  let last: Place | null = null;
  let whyStopped = "";
  let seconds = 0;
  /** Fallback for phones without storage. */
  let memory = "{}";

  function read(): SharingState {
    try {
      return JSON.parse(localStorage.getItem(storageKey)!) || {};
    } catch {
      return JSON.parse(memory);
    }
  }

  function store(stored: SharingState): void {
    memory = JSON.stringify(stored);
    try {
      localStorage.setItem(storageKey, memory);
    } catch {
      // The copy in memory is used instead.
    }
  }

  function showText(text: string, isBad = false): void {
    const note = part("status");
    // Setting the same text again would make screen readers repeat it.
    if (note.textContent !== text) note.textContent = text;
    note.className = isBad ? "note bad" : "confirmation";
    note.hidden = !text;
  }

  function show(): void {
    const isOn = end > 0;
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    part("offer").hidden = isOn;
    part("running").hidden = !isOn;
    part("left").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }

  /** Throws on network errors, server errors and rate limits; the caller retries later. */
  async function post(fields: Record<string, string>): Promise<Answer> {
    const answer = await fetch(address, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams(fields),
    });
    if (answer.status > 499 || answer.status === 429) throw answer;
    return { status: answer.status, ...(await answer.json()) };
  }

  function applyAnswer({ lastAt, isRunning, left }: Answer): void {
    if (lastAt) {
      const time = new Date(lastAt).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
      part("last").textContent = words.last.replace("{time}", time);
    }
    if (isRunning) end = Date.now() + left;
  }

  function finish(text: string): void {
    end = 0;
    if (watch !== null) geolocation.clearWatch(watch);
    watch = null;
    showText(text);
    show();
  }

  function isNear(one: Place, other: Place): boolean {
    const metres = 111_320;
    const north = (one.latitude - other.latitude) * metres;
    const east = (one.longitude - other.longitude) * metres * Math.cos((one.latitude * Math.PI) / 180);
    return Math.hypot(north, east) < 15;
  }

  /** Sends the stored positions and removes those that were sent. */
  async function flush(): Promise<void> {
    if (isBusy) return;
    const stored = read();
    const places = (stored.places ?? []).slice(0, 200);
    if (!places.length && !stored.stop) return;
    isBusy = true;
    try {
      if (places.length) {
        const answer = await post({
          intent: "places",
          sentAt: String(Date.now()),
          places: JSON.stringify(places),
        });
        const now = read();
        const rest = (now.places ?? []).filter((place) => !places.some((sent) => sent.at === place.at));
        store({ ...now, places: rest });
        if (answer.status === 200) {
          applyAnswer(answer);
          if (end && !stored.stop) showText(words.seen);
        } else if (answer.status !== 400 && end) finish(words.ended);
      }
      const now = read();
      if (now.stop && !now.places?.length) {
        await post({ intent: "stop" });
        store({});
        finish(whyStopped || words.stopped);
      }
    } catch {
      showText(read().stop ? words.stopKept : words.noSignal, true);
    } finally {
      isBusy = false;
    }
  }

  function addPosition({ coords }: GeolocationPosition): void {
    if (!end) return;
    const { latitude, longitude, accuracy } = coords;
    const place = { at: Date.now(), latitude, longitude, accuracy: Math.min(accuracy || 0, 100_000) };
    if (last && place.at - last.at < 10_000 && isNear(place, last)) return;
    last = place;
    const stored = read();
    store({ ...stored, places: [...(stored.places ?? []), place].slice(-400) });
    flush();
  }

  function handlePositionError({ code }: GeolocationPositionError): void {
    if (code !== 1) return;
    showText(words.denied, true);
    if (!end) return;
    whyStopped = words.denied;
    store({ ...read(), stop: true });
    flush();
  }

  function requestWakeLock(): void {
    if (end && document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => undefined);
  }

  function startWatching(): void {
    watch ??= geolocation.watchPosition(addPosition, handlePositionError, options);
    showText(words.waiting);
    show();
    requestWakeLock();
  }

  async function startSharing(minutes: string, first?: GeolocationPosition): Promise<void> {
    try {
      const answer = await post({ intent: "start", minutes });
      whyStopped = "";
      if (answer.error) return showText(answer.error, true);
      store({ mine: true, places: [] });
      last = null;
      applyAnswer(answer);
      startWatching();
      if (first) addPosition(first);
    } catch {
      showText(words.failed, true);
    } finally {
      part("offer").inert = false;
    }
  }

  part("offer").onsubmit = (event) => {
    event.preventDefault();
    const minutes = (event.submitter as HTMLButtonElement).value;
    part("offer").inert = true;
    showText(words.waiting);
    geolocation.getCurrentPosition(
      (position) => startSharing(minutes, position),
      (error) => {
        if (error.code !== 1) return startSharing(minutes);
        part("offer").inert = false;
        handlePositionError(error);
      },
      { ...options, timeout: 10_000 },
    );
  };
  part("stop").onsubmit = (event) => {
    event.preventDefault();
    store({ ...read(), stop: true });
    finish(words.stopKept);
    flush();
  };
  addEventListener("online", flush);
  document.addEventListener("visibilitychange", requestWakeLock);
  setInterval(() => {
    if (end && Date.now() >= end) finish(words.ended);
    if (end) show();
    seconds += 1;
    if (seconds % 5 === 0) flush();
    const isSilent = last !== null && Date.now() - last.at > 25_000;
    if (end && watch !== null && isSilent && seconds % 30 === 0)
      geolocation.getCurrentPosition(addPosition, () => undefined, options);
  }, 1000);

  card.hidden = false;
  show();
  const stored = read();
  if (stored.stop) flush();
  else if (end && stored.mine) startWatching();
  else if (stored.places) flush();
}
