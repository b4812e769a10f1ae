/** Two reports of the same pet by the same person. */
export const samePetEn = {
  title: "You reported this pet before",
  text: "Put both together: photos, messages, posters and matches of both stay, and the older address leads to the newer report.",
  adminTitle: "The same pet, reported twice",
  adminText:
    "By the same person. Merging keeps photos, talks, posters and matches of both; the older address leads to the newer report.",
  reported: "Reported {{ago}}",
  merge: "Merge into one",
  sure: "Merge both reports?",
  sureText: "This cannot be undone. Nothing that either report holds is lost.",
  merged: "Both reports are one now.",
  notThese: "These two cannot be merged: one is over or hidden, or they are of different animals.",
  history: "Merged into this report",
};
