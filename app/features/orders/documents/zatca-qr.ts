export interface ZatcaInvoice {
  seller: string;
  taxNumber: string;
  at: Date;
  /** With tax, in major units with as many decimals as the currency has. */
  total: string;
  tax: string;
}

const maxBytes = 255;

/** A text as UTF-8, cut between two characters where it is longer than a length of one byte can say. */
function toBytes(text: string): Buffer {
  let cut = "";
  for (const letter of text) {
    if (Buffer.byteLength(cut + letter) > maxBytes) break;
    cut += letter;
  }
  return Buffer.from(cut);
}

/**
 * The QR code of a simplified tax invoice in Saudi Arabia (ZATCA e-invoicing, phase 1): tag, length and value of seller,
 * VAT number, time, total with VAT and VAT, in base 64.
 */
export function encodeZatca({ seller, taxNumber, at, total, tax }: ZatcaInvoice): string {
  const time = at.toISOString().replace(/\.\d{3}Z$/, "Z");
  const parts = [seller, taxNumber, time, total, tax].map((text, index) => {
    const value = toBytes(text);
    return Buffer.concat([Buffer.from([index + 1, value.length]), value]);
  });
  return Buffer.concat(parts).toString("base64");
}
