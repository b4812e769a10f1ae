/** Converts Arabic-Indic (٠–٩) and Persian (۰–۹) digits to 0–9. */
export function foldDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
