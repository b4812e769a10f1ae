/** What every map says. */
export const scanMapEn = {
  kilometres: "km",
  metres: "m",
  mapHint: "With the arrow keys you move the map, with plus and minus you come closer or go away.",
  mapLate: "The map has not come: the connection failed. It appears here as soon as it gets through.",
  zoomIn: "Closer",
  zoomOut: "Farther",
  more: "Details",
};
