import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import KeyRound from "lucide-react/icons/key-round";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { href, useFetcher, useRevalidator } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { isOnline } from "#app/platform/ui/connection/network.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";

const never = () => () => undefined;

/** Returns whether this browser supports passkeys; null until JavaScript runs. */
export function useCanUsePasskeys(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    never,
    () => "PublicKeyCredential" in window,
    () => null,
  );
}

/** What a page sends to its browser; extensions, which are not used, have no JSON type. */
export type PasskeyOptions = Omit<PublicKeyCredentialRequestOptionsJSON, "extensions">;
type Library = typeof import("@simplewebauthn/browser");

/** Returns the passkey library once it is loaded; before the press that needs it, because Safari asks only within it. */
export function usePasskeyLibrary(): Library | null {
  const [library, setLibrary] = useState<Library | null>(null);
  useEffect(() => {
    import("@simplewebauthn/browser").then(setLibrary, () => null);
  }, []);
  return library;
}

interface PasskeyButtonProps {
  to: string;
  /** The server's options for the device. */
  options: PasskeyOptions;
}

/**
 * Button that signs in with a passkey; not rendered in browsers without support. Where the browser can, it also offers
 * the passkeys in fields with `autocomplete="username webauthn"`.
 */
export function PasskeyButton({ to, options }: PasskeyButtonProps) {
  const t = useT();
  const canUse = useCanUsePasskeys();
  const library = usePasskeyLibrary();
  const { data, state, submit } = useFetcher<FormAnswer>();
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState<string | null>(null);
  const [isPrompting, setPrompting] = useState(false);
  const send = useCallback(
    async (answer: AuthenticationResponseJSON) => {
      // The router reloads a page whose action it cannot fetch.
      if (!isOnline()) return setFailure(t("offline.unsent"));
      const form = { intent: "answer", response: JSON.stringify(answer), to };
      await submit(form, { method: "post", action: href("/auth/passkey") });
    },
    [submit, to, t],
  );
  useEffect(() => {
    // A rejected response has used up its options.
    if (data) void revalidate();
  }, [data, revalidate]);
  useEffect(() => {
    if (!library || isPrompting) return;
    let isOver = false;
    const offer = async () => {
      if (!(await library.browserSupportsWebAuthnAutofill()) || isOver) return;
      await send(await library.startAuthentication({ optionsJSON: options, useBrowserAutofill: true }));
    };
    // Fails when the button is pressed or the page left, and where the field is missing.
    offer().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [library, options, isPrompting, send]);
  useEffect(() => () => library?.WebAuthnAbortService.cancelCeremony(), [library]);

  async function prompt() {
    setFailure(null);
    if (!isOnline()) return setFailure(t("offline.unsent"));
    const code = library ?? (await import("@simplewebauthn/browser").catch(() => null));
    if (!code) return setFailure(t("offline.unsent"));
    setPrompting(true);
    // Fails if the user cancels, or the device has no passkey of this site.
    const answer = await code.startAuthentication({ optionsJSON: options }).catch(() => null);
    setPrompting(false);
    if (answer) await send(answer);
    else setFailure(t("accounts.noPasskey"));
  }

  if (canUse === false) return null;
  const errors = data?.form ? (data.form.error?.[""] ?? [t("accounts.wrongPasskey")]) : [];
  return (
    // Takes up its space from the first render, so that the content below does not move.
    <div className={cx("grid gap-3", canUse === null && "invisible noscript:hidden")}>
      <FormErrors errors={(failure ? [failure] : errors).map((message) => ({ message }))} />
      <Button
        variant="ghost"
        full
        icon={<KeyRound aria-hidden />}
        pending={state !== "idle" || isPrompting}
        onClick={() => void prompt()}
      >
        {t("accounts.auth.byPasskey")}
      </Button>
    </div>
  );
}
