import { kilometresBetween } from "./distance.ts";
import { findPlace } from "./gazetteer.ts";
import { type Governorate, governorates } from "./governorates.ts";

type Position = readonly [latitude: number, longitude: number];

/** Towns and large districts that show where a governorate lies. */
const towns: Record<Governorate, readonly Position[]> = {
  cairo: [
    [30.044, 31.236],
    [30.06, 31.219],
    [30.09, 31.32],
    [30.06, 31.34],
    [29.96, 31.26],
    [29.85, 31.334],
    [30.03, 31.47],
    [30.14, 31.63],
  ],
  giza: [
    [30.038, 31.211],
    [30.055, 31.199],
    [30.013, 31.209],
    [29.989, 31.135],
    [30.075, 31.207],
    [29.96, 30.93],
    [30.042, 30.98],
    [29.57, 31.29],
    [28.35, 28.86],
  ],
  alexandria: [
    [31.2, 29.918],
    [31.281, 30.012],
    [31.13, 29.78],
    [30.9, 29.55],
  ],
  qalyubia: [
    [30.465, 31.185],
    [30.128, 31.242],
    [30.18, 31.206],
    [30.228, 31.476],
    [30.214, 31.369],
  ],
  dakahlia: [
    [31.041, 31.378],
    [30.72, 31.257],
    [31.44, 31.53],
    [31.16, 31.94],
  ],
  sharqia: [
    [30.588, 31.502],
    [30.42, 31.565],
    [30.3, 31.742],
    [30.73, 31.8],
  ],
  gharbia: [
    [30.788, 31],
    [30.97, 31.165],
    [30.825, 30.817],
  ],
  monufia: [
    [30.558, 31.01],
    [30.37, 30.51],
    [30.297, 30.98],
  ],
  beheira: [
    [31.039, 30.469],
    [31.4, 30.417],
    [30.88, 30.17],
    [30.36, 30.28],
  ],
  kafrElSheikh: [
    [31.111, 30.939],
    [31.2, 30.64],
    [31.59, 31.08],
  ],
  damietta: [
    [31.417, 31.813],
    [31.51, 31.84],
  ],
  portSaid: [[31.256, 32.284]],
  ismailia: [
    [30.604, 32.272],
    [30.85, 32.31],
    [30.37, 32.25],
  ],
  suez: [
    [29.967, 32.55],
    [29.6, 32.32],
  ],
  faiyum: [
    [29.308, 30.842],
    [29.41, 30.57],
  ],
  beniSuef: [
    [29.074, 31.098],
    [28.82, 30.9],
  ],
  minya: [
    [28.11, 30.75],
    [28.65, 30.85],
    [27.73, 30.84],
  ],
  asyut: [
    [27.181, 31.184],
    [27.44, 30.82],
    [26.98, 31.42],
  ],
  sohag: [
    [26.557, 31.695],
    [26.77, 31.5],
    [26.23, 31.99],
  ],
  qena: [
    [26.164, 32.727],
    [26.05, 32.24],
    [25.92, 32.81],
  ],
  luxor: [
    [25.687, 32.64],
    [25.293, 32.556],
  ],
  aswan: [
    [24.089, 32.9],
    [24.98, 32.875],
    [24.47, 32.95],
    [22.34, 31.62],
  ],
  redSea: [
    [27.257, 33.812],
    [26.1, 34.28],
    [25.067, 34.879],
    [28.35, 33.08],
    [26.74, 33.94],
    [23.14, 35.59],
  ],
  newValley: [
    [25.451, 30.546],
    [25.49, 28.98],
    [27.06, 27.97],
  ],
  matrouh: [
    [31.353, 27.237],
    [29.203, 25.519],
    [30.83, 28.95],
    [31.05, 28.44],
    [31.53, 25.16],
  ],
  northSinai: [
    [31.132, 33.803],
    [31.02, 32.97],
    [31.21, 34.12],
  ],
  southSinai: [
    [27.915, 34.33],
    [28.24, 33.62],
    [28.51, 34.51],
    [29.03, 34.67],
    [28.56, 33.95],
  ],
};

/** Kilometres from the nearest of these towns beyond which a point is in none: another country, or the desert. */
const maxDistance = 60;

interface Location {
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
  /** A description in somebody's own words, used without a position. */
  place?: string | null | undefined;
}

/**
 * Returns the governorate of a location, by the nearest town: near a border it may be the neighbouring one. Null outside
 * Egypt, far from every town, and for words that name no known place.
 */
export function findGovernorate({ latitude, longitude, place }: Location): Governorate | null {
  const point =
    typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : findPlace(place ?? "");
  return point && nearestGovernorate(point);
}

function nearestGovernorate(point: { latitude: number; longitude: number }): Governorate | null {
  let found: Governorate | null = null;
  let nearest = maxDistance;
  for (const governorate of governorates)
    for (const [latitude, longitude] of towns[governorate]) {
      const distance = kilometresBetween(point, { latitude, longitude });
      if (distance <= nearest) [found, nearest] = [governorate, distance];
    }
  return found;
}
