import { useState } from "react";
import { useLocation } from "react-router";

/**
 * Returns the answer to the page's form until the next navigation, for answers that are shown only once, such as
 * recovery codes. The router drops `actionData` when the page's data is reloaded in the background.
 */
export function useKeptAnswer<Answer>(actionData: unknown): Answer | undefined {
  const answer = actionData as Answer | undefined;
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, answer });
  const isNew = kept.key !== key || (answer !== undefined && answer !== kept.answer);
  if (isNew) setKept({ key, answer });
  return isNew ? answer : kept.answer;
}
