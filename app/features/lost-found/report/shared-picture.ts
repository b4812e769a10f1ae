import { href } from "react-router";
import type { SharedShape } from "../posters/posters.rules.ts";

/** Address of a report's picture for stories or posts. */
export const sharedPictureUrl = (reportId: string, shape: SharedShape) =>
  href("/community-reports/:reportId/pictures/:shape.jpg", { reportId, shape });

/** Returns the picture for groups as a file to share; null if it cannot be had before `signal` ends. */
export async function loadSharedPicture(reportId: string, signal: AbortSignal): Promise<File | null> {
  try {
    const response = await fetch(sharedPictureUrl(reportId, "post"), { signal });
    return response.ok ? new File([await response.blob()], "aleef.jpg", { type: "image/jpeg" }) : null;
  } catch {
    return null;
  }
}
