/** Longest side in pixels of the largest rendition that is stored. */
const maxSide = 1600;
/** Bytes from which a photo is encoded again even if its pixels are few. */
const resizeThreshold = 1_000_000;
/** Of the JPEG that is sent. */
const quality = 0.85;

/** Returns a smaller JPEG, or the file itself if it is small enough and need not be converted. Throws if undecodable. */
export async function shrinkPhoto(file: File, mustConvert = false): Promise<File> {
  const picture = await decode(file);
  try {
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    if (scale === 1 && file.size < resizeThreshold && !mustConvert) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext("2d");
    if (!context) return file;
    // JPEG has no transparency.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture.source, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (!blob || (blob.size >= file.size && scale === 1 && !mustConvert)) return file;
    return new File([blob], file.name.replace(/(\.\w+)?$/, ".jpg"), { type: blob.type });
  } finally {
    picture.close();
  }
}

interface Decoded {
  source: CanvasImageSource;
  width: number;
  height: number;
  close(): void;
}

/** Decodes a photo upright. An image element is tried last: it decodes sizes for which no bitmap can be had. */
async function decode(file: File): Promise<Decoded> {
  try {
    const bitmap = await createImageBitmap(file);
    return { source: bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() };
  } catch {
    const image = new Image();
    image.src = URL.createObjectURL(file);
    const close = () => URL.revokeObjectURL(image.src);
    try {
      await image.decode();
    } catch (error) {
      close();
      throw error;
    }
    return { source: image, width: image.naturalWidth, height: image.naturalHeight, close };
  }
}
