import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Returns whether this browser supports passkeys; null until JavaScript runs. */
export function useCanUsePasskeys(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    never,
    () => "PublicKeyCredential" in window,
    () => null,
  );
}
