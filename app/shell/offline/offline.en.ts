/** Said where there is no network, and when a new build is there. */
export const offlineEn = {
  now: "You are offline. This is how things were when you were last here.",
  unsent: "The connection dropped. Everything you typed is still here: please press again.",
  signedOut:
    "You have been logged out. Log in in a new tab, then press again here. Everything you typed is still here.",
  logIn: "Log in",
  newVersion: "There is a new version of Aleef.",
  reload: "Load it now",
  later: "Later",
};
/** The page that a browser shows by itself: only the server needs its words. */
export const offlinePageEn = {
  title: "You are offline",
  text: "Aleef cannot be reached at the moment. As soon as there is a network again, everything is as it was.",
  keptText: "This is kept on your device:",
  pets: "My pets",
  scans: "Scan records",
  lost: "Report a lost pet: it is sent when you are online again",
  retry: "Try again",
};
