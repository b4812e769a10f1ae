/** What the text inside the copy of one's data says; it is written on the server alone. */
export const copyFileEn = {
  copyFile: {
    title: "This is everything that Aleef holds about {{name}}.",
    made: "Made on {{when}}.",
    data: "data.json holds your profile, devices, alerts, talks, pets, tags, scans and whatever else you made here. Programs can read it, and so can you, with any text editor.",
    cards: "The folder “cards” holds a card of each pet, to print or to hand to a vet.",
    photos: "The folder “photos” holds the photos of your pets.",
    without:
      "Left out: the hash of your password, keys that open a session, and the network addresses of people who scanned a tag.",
  },
};
