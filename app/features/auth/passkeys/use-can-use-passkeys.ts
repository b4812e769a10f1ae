import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether this browser has passkeys; known only once its script runs. */
export function useCanUsePasskeys(): boolean {
  return useSyncExternalStore(
    never,
    () => "PublicKeyCredential" in window,
    () => false,
  );
}
