import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether this browser has passkeys; null until its script runs. */
export function useCanUsePasskeys(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    never,
    () => "PublicKeyCredential" in window,
    () => null,
  );
}
