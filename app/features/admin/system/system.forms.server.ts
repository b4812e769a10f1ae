import * as z from "zod";

export const retryForm = z.object({ queue: z.string().min(1).max(100), job: z.string().max(60) });

export const backupForm = z.object({});
