import { useRef, useState } from "react";
import { type PhotoProblem, preparePhoto } from "#app/platform/files/prepare-photo.ts";

/**
 * State of a photo field: `choose` replaces the files chosen in an input by what is sent of them, at most `max`, and
 * returns those; files that are no photos are taken out and named in `problems`. A choice made meanwhile wins.
 */
export function usePhotoChoice(max: number) {
  const [problems, setProblems] = useState<PhotoProblem[]>([]);
  const [isCut, setCut] = useState(false);
  const latest = useRef(0);

  async function choose(input: HTMLInputElement): Promise<File[] | null> {
    const choice = ++latest.current;
    const files = [...(input.files ?? [])];
    setProblems([]);
    setCut(files.length > max);
    const prepared: Awaited<ReturnType<typeof preparePhoto>>[] = [];
    // In turn, because each is decoded as a whole.
    for (const file of files.slice(0, max)) prepared.push(await preparePhoto(file));
    if (choice !== latest.current) return null;
    const kept = prepared.flatMap(({ file }) => file ?? []);
    const transfer = new DataTransfer();
    for (const file of kept) transfer.items.add(file);
    input.files = transfer.files;
    setProblems([...new Set(prepared.flatMap(({ problem }) => problem ?? []))]);
    return kept;
  }
  return { choose, problems, isCut };
}
