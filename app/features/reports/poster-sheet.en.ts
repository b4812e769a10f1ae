/** What is printed on posters; the browser needs none of it. */
export const posterSheetEn = {
  call: { lost: "Have you seen me?", found: "Is this your pet?", sighting: "Do you know this animal?" },
  scan: "Point your phone's camera here, or open",
  advice: {
    lost: "Please do not chase it. Note the place, take a photo, scan.",
    found: "Know a mark that the photo does not show? Scan and describe it.",
    sighting: "Every word about where it belongs helps.",
  },
  phone: "Or call",
  title: "Poster: {{headline}}",
};
