import { type RefObject, useEffect, useState } from "react";

/**
 * Returns whether an element is outside the viewport, for example a button that is then repeated in a bar; false
 * without JavaScript.
 */
export function useOutOfSight(element: RefObject<Element | null>, isThere = true): boolean {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    if (!isThere || !element.current) return;
    const watch = new IntersectionObserver(([entry]) => setOut(entry ? !entry.isIntersecting : false));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element, isThere]);
  return isOut;
}
