import { AppError } from "../http/app-error.server.ts";
import type { Limits } from "../http/limits/limits.server.ts";

const perDay = { name: "photos", points: 60, span: 24 * 3600 };

/**
 * Counts uploaded photos before they are decoded, which is the most expensive work of a form. Throws 429 for `field`
 * after 60 photos of one account per day.
 */
export async function countPhotos(limits: Limits, account: string, field: string, photos = 1): Promise<void> {
  try {
    await limits.take(perDay, account, photos);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError("errors.tooManyPhotos", 429, { field, params: { ...error.params, most: perDay.points } });
  }
}
