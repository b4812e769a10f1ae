import { sharedPictureUrl } from "../posters/shared-pictures.tsx";

/** Returns the picture for groups as a file to share; null if it cannot be had before `signal` ends. */
export async function loadSharedPicture(reportId: string, signal: AbortSignal): Promise<File | null> {
  try {
    const response = await fetch(sharedPictureUrl(reportId, "post"), { signal });
    return response.ok ? new File([await response.blob()], "aleef.jpg", { type: "image/jpeg" }) : null;
  } catch {
    return null;
  }
}
