/** Longest side in pixels of the largest rendition that is stored. */
const maxSide = 1600;
/** Bytes from which a photo is encoded again even if its pixels are few. */
const resizeThreshold = 1_000_000;
/** Of the JPEG that is sent. */
const quality = 0.85;

// Shrinks a chosen photo as the app's forms do, so that a phone's photo of any size can be sent on a weak connection.
// One that the browser cannot decode is left to the server.
document.addEventListener("change", async ({ target }) => {
  const field = target as HTMLInputElement;
  const file = field.files?.[0];
  if (!file || field.name !== "photo") return;
  try {
    const picture = await decode(file);
    const [width, height] =
      "naturalWidth" in picture ? [picture.naturalWidth, picture.naturalHeight] : [picture.width, picture.height];
    const scale = Math.min(1, maxSide / Math.max(width, height));
    if (scale === 1 && file.size < resizeThreshold) return;
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext("2d")!;
    // JPEG has no transparency.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(
      (blob) => {
        // Another photo may have been chosen meanwhile.
        if (!blob || field.files?.[0] !== file) return;
        const list = new DataTransfer();
        list.items.add(new File([blob], "photo.jpg", { type: blob.type }));
        field.files = list.files;
      },
      "image/jpeg",
      quality,
    );
  } catch {
    // Sent as it is.
  }
});

/** Decodes a photo upright. An image element is tried last: it decodes sizes for which no bitmap can be had. */
async function decode(file: File): Promise<ImageBitmap | HTMLImageElement> {
  try {
    return await createImageBitmap(file);
  } catch {
    const image = new Image();
    image.src = URL.createObjectURL(file);
    await image.decode();
    return image;
  }
}

export {};
