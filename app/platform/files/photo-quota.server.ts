import { AppError } from "../http/app-error.server.ts";
import type { Limits } from "../http/limits/limits.server.ts";

const perDay = { name: "photos", points: 60, span: 24 * 3600 };

/**
 * Counts uploaded photos before they are read, which is the most expensive work of a form. Throws 429 at the field
 * `field` for more than 60 of one account in a day.
 */
export async function countPhotos(limits: Limits, account: string, field: string, photos = 1): Promise<void> {
  try {
    await limits.take(perDay, account, photos);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError("errors.tooManyPhotos", 429, { field, params: { ...error.params, most: perDay.points } });
  }
}
