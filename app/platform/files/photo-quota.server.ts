import { AppError } from "../http/app-error.server.ts";
import type { Limits } from "../http/limits/limits.server.ts";

const perDay = { name: "photos", points: 60, span: 24 * 3600 };

/**
 * Counts photos that somebody sends, before any of them is read: reading one is the dearest thing a form asks for, and
 * each stays on the disk. Refuses (429), beside the field `field`, more than 60 of one account within a day.
 */
export async function countPhotos(limits: Limits, account: string, field: string, photos = 1): Promise<void> {
  try {
    await limits.take(perDay, account, photos);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError("errors.tooManyPhotos", 429, { field, params: { ...error.params, most: perDay.points } });
  }
}
