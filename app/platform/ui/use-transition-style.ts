import type { CSSProperties } from "react";
import { useViewTransitionState } from "react-router";

/**
 * Returns the style of the picture on a detail page, into which the picture in the list changes (CSS View Transitions
 * 1).
 */
export const transitionTarget = (id: string): CSSProperties => ({ viewTransitionName: `picture-${id}` });

/**
 * Returns the style of a picture in a list; it only has a transition name while its detail page is being opened or
 * left.
 */
export function useTransitionStyle(id: string, page: string): CSSProperties | undefined {
  return useViewTransitionState(page) ? transitionTarget(id) : undefined;
}

/** Style of the lost and at-home states of a pet, which change into each other after a form with `viewTransition`. */
export const stateTransition: CSSProperties = { viewTransitionName: "lost-or-home" };

/** Style of the alarm above every page, so that it disappears independently of the page. */
export const alarmTransition: CSSProperties = { viewTransitionName: "alarm" };
