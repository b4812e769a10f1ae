import type { CSSProperties } from "react";
import { useViewTransitionState } from "react-router";

/** The style of a picture on the page of its own thing, into which the one in a list grows (CSS View Transitions 1). */
export const morphTarget = (id: string): CSSProperties => ({ viewTransitionName: `picture-${id}` });

/** The style of the picture of a thing in a list: it has the name only while that thing's page is opened or left. */
export function useMorph(id: string, page: string): CSSProperties | undefined {
  return useViewTransitionState(page) ? morphTarget(id) : undefined;
}

/** The style of what says that a pet is lost or at home: one grows into the other when a form with `viewTransition` says so. */
export const stateMorph: CSSProperties = { viewTransitionName: "lost-or-home" };

/** The style of what stands above every page while something needs its reader, so that it leaves on its own. */
export const alarmMorph: CSSProperties = { viewTransitionName: "alarm" };
