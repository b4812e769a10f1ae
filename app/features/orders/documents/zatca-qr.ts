export interface ZatcaInvoice {
  seller: string;
  taxNumber: string;
  at: Date;
  /** Including tax, in major units with the currency's number of decimals. */
  total: string;
  tax: string;
}

const maxBytes = 255;

/** Encodes a text as UTF-8, truncated between two characters to the maximum of a one-byte length. */
function toBytes(text: string): Buffer {
  let cut = "";
  for (const letter of text) {
    if (Buffer.byteLength(cut + letter) > maxBytes) break;
    cut += letter;
  }
  return Buffer.from(cut);
}

/**
 * Returns the QR code content of a simplified tax invoice in Saudi Arabia (ZATCA e-invoicing, phase 1): tag, length and
 * value of seller, VAT number, time, total including VAT, and VAT, as base64.
 */
export function encodeZatca({ seller, taxNumber, at, total, tax }: ZatcaInvoice): string {
  const time = at.toISOString().replace(/\.\d{3}Z$/, "Z");
  const parts = [seller, taxNumber, time, total, tax].map((text, index) => {
    const value = toBytes(text);
    return Buffer.concat([Buffer.from([index + 1, value.length]), value]);
  });
  return Buffer.concat(parts).toString("base64");
}
