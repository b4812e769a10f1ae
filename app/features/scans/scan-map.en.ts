/** What every map says. */
export const scanMapEn = {
  kilometres: "km",
  metres: "m",
  mapHint: "With the arrow keys you move the map, with plus and minus you come closer or go away.",
  zoomIn: "Closer",
  zoomOut: "Farther",
  more: "Details",
};
