import type { Logger } from "pino";

/**
 * Runs a step that follows what was already accepted, or that a page can do without: if it fails, the failure is logged
 * and `otherwise` returned, so that nobody reads an error page about something that has been done.
 */
export async function runSecondaryStep<Result>(
  log: Pick<Logger, "error">,
  name: string,
  work: () => Promise<Result>,
  otherwise: NoInfer<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    log.error({ err: error, step: name }, "a step after an accepted submission failed");
    return otherwise;
  }
}
