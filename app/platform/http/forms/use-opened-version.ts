import { useState } from "react";
import { useLocation } from "react-router";
import type { FormAnswer } from "./form.server.ts";

/**
 * Returns the version that an object had when its form was opened, for the hidden field by which the server detects
 * changes made meanwhile. Data reloaded in the background does not replace what was typed, so it must not replace the
 * version either. A navigation renews it, and so does the server's answer that the object was changed.
 */
export function useOpenedVersion<Version>(version: Version, answer: FormAnswer | undefined): Version {
  const { key } = useLocation();
  const [opened, setOpened] = useState({ key, version });
  if (opened.key === key) return opened.version;
  const renewed = { key, version: answer && !answer.isOutdated ? opened.version : version };
  setOpened(renewed);
  return renewed.version;
}
