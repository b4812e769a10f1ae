const longestSide = 1600;
const smallEnough = 1_000_000;

/** A photo no larger than the largest size that is kept of it; whatever a browser cannot read stays as it is. */
export async function smaller(file: File): Promise<File> {
  if (file.size < smallEnough) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
    return blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
  } catch {
    return file;
  }
}
