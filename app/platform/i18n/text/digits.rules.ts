/** Digits of other scripts than Latin, and the forms that are as wide as a Chinese character. */
const foreign = /(?![0-9])\p{Nd}|[\uFF01-\uFF5E]/gu;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Returns the value of a digit: how many digits stand before it in Unicode, where each script has its ten in a row. */
function readDigit(digit: string): string {
  const at = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(at - value - 1))) value++;
  return String(value);
}

/**
 * Prepares what was typed as a number or code: digits of any script as 0–9, full-width signs as plain ones, and no signs
 * without a shape, such as direction marks and zero-width spaces, which come along when text is copied.
 */
export function foldDigits(text: string): string {
  return text.replace(invisible, "").replace(foreign, (one) => {
    const plain = one.normalize("NFKC");
    return plain === one ? readDigit(one) : plain;
  });
}
