import { type RefObject, useEffect, useState } from "react";

/** Whether an element stands outside the window, such as a button that a bar then repeats; false without scripts. */
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
