/** Parameter of a route's path that grants access to whoever knows it, such as a finder's or a share link's key. */
const secretName = ":key";

/** Returns how many characters of a path stand in the log instead of a secret: enough to tell two lines apart. */
const shownLength = 4;

const shorten = (segment: string) => (segment.length > shownLength ? `${segment.slice(0, shownLength)}…` : segment);

const segmentsOf = (path: string) => path.split("/").filter(Boolean);

export interface SecretPaths {
  /**
   * Writes a requested path for the log without the secrets in it. In a path that no route answers, which may be a
   * mistyped link, everything but the first segment is shortened.
   */
  write(path: string, status: number): string;
  /** Returns whether a path contains a secret, so that no other site may learn the page's address. */
  hasSecret(path: string): boolean;
}

/** Reads from the routes' patterns which segments of a path are secret: those named `:key`. */
export function createSecretPaths(patterns: readonly string[]): SecretPaths {
  const secret = patterns
    .map(segmentsOf)
    .map((segments) => ({ segments, at: segments.findIndex((one) => one.startsWith(secretName)) }))
    .filter(({ at }) => at >= 0);
  /** Whether a segment of a request stands where a route has a secret; static segments match in any case. */
  const isSecret = (given: string[], place: number) =>
    secret.some(
      ({ segments, at }) =>
        at === place &&
        segments.slice(0, at).every((one, index) => {
          const part = given[index]?.toLowerCase().replace(/\.data$/, "");
          return one.startsWith(":") || one.toLowerCase() === part;
        }),
    );
  return {
    write(path, status) {
      const given = segmentsOf(path);
      const isHidden = (place: number) => (status === 404 && place > 0) || isSecret(given, place);
      return `/${given.map((one, place) => (isHidden(place) ? shorten(one) : one)).join("/")}`;
    },
    hasSecret(path) {
      const given = segmentsOf(path);
      return given.some((_, place) => isSecret(given, place));
    },
  };
}
