import type { CSSProperties } from "react";
import { useViewTransitionState } from "react-router";

/** The style of a picture on the page of its own thing, into which the one in a list grows (CSS View Transitions 1). */
export const morphTarget = (id: string): CSSProperties => ({ viewTransitionName: `picture-${id}` });

/** The style of the picture of a thing in a list: it has the name only while that thing's page is opened or left. */
export function useMorph(id: string, page: string): CSSProperties | undefined {
  return useViewTransitionState(page) ? morphTarget(id) : undefined;
}
