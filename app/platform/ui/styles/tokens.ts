/** Paths of the logo in a square of 48: a round tag with a hole for its ring, filled by the even-odd rule, and a heart. */
export const logoPaths = {
  tag: "M24 1.5a6 6 0 0 1 6 6v2.1a18.5 18.5 0 1 1-12 0V7.5a6 6 0 0 1 6-6Zm0 3.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4Z",
  heart:
    "M24 38.2c-7.3-4.5-11-8.4-11-12.7 0-3.4 2.6-6 5.8-6 2.1 0 4 1 5.2 2.9 1.2-1.9 3.1-2.9 5.2-2.9 3.2 0 5.8 2.6 5.8 6 0 4.3-3.7 8.2-11 12.7Z",
};

/** Light palette, shared by theme, finder's page, e-mails, PDFs and pictures. */
export const light = {
  paper: "#fbf9f5",
  surface: "#ffffff",
  sunken: "#f3efe7",
  line: "#e6dfd2",
  edge: "#8f887b",
  ink: "#1d2a29",
  ink2: "#51605e",
  ink3: "#5f6d6b",
  brand: "#0e6b64",
  brandInk: "#ffffff",
  brandSoft: "#dff1ec",
  brandDeep: "#084843",
  sun: "#f6a821",
  sunInk: "#2b1c00",
  sunSoft: "#fff1d3",
  lost: "#c22e1c",
  lostInk: "#ffffff",
  lostSoft: "#fde7e2",
  alarm: "#c22e1c",
  alarmInk: "#ffffff",
  ok: "#1a7340",
  okSoft: "#e0f4e6",
  info: "#2560a8",
  infoSoft: "#e3edfa",
  toast: "#1d2a29",
  toastInk: "#f6f8f6",
} as const;

/** Ground of the dark palette; on its own, so that pages that need no other colour of it do not load them all. */
export const darkPaper = "#0f1716";

/** Dark palette. */
export const dark: Record<keyof typeof light, string> = {
  paper: darkPaper,
  surface: "#172120",
  sunken: "#0b1211",
  line: "#2a3735",
  edge: "#667773",
  ink: "#eef3f1",
  ink2: "#b4c1be",
  ink3: "#93a29f",
  brand: "#4cc2b1",
  brandInk: "#04211d",
  brandSoft: "#12332f",
  brandDeep: "#8fe0d3",
  sun: "#ffbe4d",
  sunInk: "#2b1c00",
  sunSoft: "#3a2a0a",
  lost: "#ff8a76",
  lostInk: "#2c0700",
  lostSoft: "#3d1610",
  alarm: "#a8281a",
  alarmInk: "#ffffff",
  ok: "#6fd398",
  okSoft: "#10311d",
  info: "#8bb8f2",
  infoSoft: "#14263f",
  toast: "#263634",
  toastInk: "#f6f8f6",
};

/** Converts a token's name to CSS: `brandDeep` becomes `brand-deep`, `ink2` becomes `ink-2`. */
export function cssName(token: string): string {
  return token.replace(/[A-Z0-9]/g, (sign) => `-${sign.toLowerCase()}`);
}
