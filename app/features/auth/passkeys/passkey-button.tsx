import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import KeyRound from "lucide-react/icons/key-round";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { href, useFetcher } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { isOnline } from "#app/platform/ui/network.ts";

type Answer = FormAnswer & { options?: PublicKeyCredentialRequestOptionsJSON };

const never = () => () => undefined;

/** Returns whether this browser supports passkeys; null until JavaScript runs. */
export function useCanUsePasskeys(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    never,
    () => "PublicKeyCredential" in window,
    () => null,
  );
}

/** Button that signs in with a passkey; not rendered in browsers without support. Loads its code on click. */
export function PasskeyButton({ to }: { to: string }) {
  const { t } = useTranslation();
  const canUse = useCanUsePasskeys();
  const fetcher = useFetcher<Answer>();
  const [failure, setFailure] = useState<string | null>(null);
  const { data, submit } = fetcher;
  // Prompts only once for the same options, however often the component renders.
  const promptedOptions = useRef<Answer["options"]>(undefined);
  const [answeredOptions, setAnsweredOptions] = useState<Answer["options"]>();
  const isPrompting = data?.options !== undefined && data.options !== answeredOptions;
  const action = href("/auth/passkey");
  useEffect(() => {
    if (!data?.options || promptedOptions.current === data.options) return;
    promptedOptions.current = data.options;
    const prompt = async (optionsJSON: PublicKeyCredentialRequestOptionsJSON) => {
      const code = await import("@simplewebauthn/browser").catch(() => null);
      // Rejected if the user cancels, or the device has no passkey of this site.
      const answer = await code?.startAuthentication({ optionsJSON }).catch(() => null);
      setAnsweredOptions(optionsJSON);
      setFailure(answer ? null : t(code ? "accounts.noPasskey" : "offline.unsent"));
      const response = JSON.stringify(answer);
      if (answer) await submit({ intent: "answer", response, to }, { method: "post", action });
    };
    void prompt(data.options);
  }, [data, submit, to, action, t]);
  if (canUse === false) return null;
  const errors = data?.form ? (data.form.error?.[""] ?? [t("accounts.wrongPasskey")]) : [];
  return (
    // Takes up its space from the first render, so that the content below does not move.
    <div className={cx("grid gap-3", canUse === null && "invisible noscript:hidden")}>
      <FormErrors
        title={t("form.checkThese")}
        errors={(failure ? [failure] : errors).map((message) => ({ message }))}
      />
      <Button
        variant="ghost"
        full
        icon={<KeyRound aria-hidden />}
        pending={fetcher.state !== "idle" || isPrompting}
        onClick={() => {
          setFailure(isOnline() ? null : t("offline.unsent"));
          // The router reloads a page whose action it cannot fetch.
          if (isOnline()) void submit({ intent: "ask" }, { method: "post", action });
        }}
      >
        {t("accounts.auth.byPasskey")}
      </Button>
    </div>
  );
}
