import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Returns the text of all pages of a PDF as one line. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const read = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  let text = "";
  for (let number = 1; number <= read.numPages; number++)
    for (const item of (await (await read.getPage(number)).getTextContent()).items)
      if ("str" in item) text += item.hasEOL ? `${item.str} ` : item.str;
  return text;
}
