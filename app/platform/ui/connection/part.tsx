import { type ComponentType, useEffect, useState } from "react";
import { Spinner } from "../spinner.tsx";
import { PartMissing } from "./part-missing.tsx";

interface LatePart<Props> {
  /** Component, once its code is there. */
  loaded: ComponentType<Props> | undefined;
  load(): Promise<void>;
  /** Attributes of what opens the part: its code is fetched when the pointer or the focus arrives there. */
  ahead: { onPointerEnter(): void; onFocus(): void };
}

/** Declares a part of a page whose code `fetch` imports when it is needed. */
export function latePart<Props>(fetch: () => Promise<{ default: ComponentType<Props> }>): LatePart<Props> {
  const preload = () => void part.load().catch(() => undefined);
  const part: LatePart<Props> = {
    loaded: undefined,
    load: async () => {
      part.loaded = (await fetch()).default;
    },
    ahead: { onPointerEnter: preload, onFocus: preload },
  };
  return part;
}

/**
 * Shows a late part: at once if its code is there, which `lazy` would do only after a spinner of 300 ms. Says so if the
 * code cannot be loaded.
 */
export function Part<Props extends object>({ of, with: props }: { of: LatePart<Props>; with: Props }) {
  const [Shown, setShown] = useState(() => of.loaded);
  useEffect(() => {
    if (of.loaded) return;
    of.load().then(
      () => setShown(() => of.loaded),
      () => setShown(() => PartMissing),
    );
  }, [of]);
  return Shown ? <Shown {...props} /> : <Spinner />;
}
