import Bell from "lucide-react/icons/bell";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { Button } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";

type State = "asking" | "unsupported" | "denied" | "off" | "on";

async function post(body: object): Promise<{ isOn?: boolean }> {
  const response = await fetch("/push", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json().catch(() => ({}))) as { why?: string; isOn?: boolean };
  if (!response.ok) throw new Error(answer.why ?? String(response.status));
  return answer;
}

async function currentState(): Promise<State> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return "off";
  // Pushes end with the session in which they were turned on; the browser does not know that.
  const { isOn } = await post({ has: subscription.endpoint });
  return isOn ? "on" : "off";
}

async function turnOn(publicKey: string): Promise<void> {
  const registration = await navigator.serviceWorker.register("/sw.js", { scope: "/" });
  await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  try {
    await post({ on: subscription });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

async function turnOff(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await post({ off: subscription.endpoint });
  await subscription.unsubscribe();
}

/** Turns pushes on or off for the device in hand; the browser asks for permission only after this press. */
export function PushSwitch({ publicKey, devices }: { publicKey: string; devices: number }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<State>("asking");
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    currentState().then(setState, () => setState("unsupported"));
  }, []);

  async function change() {
    setPending(true);
    setProblem(null);
    try {
      await (state === "on" ? turnOff() : turnOn(publicKey));
    } catch (error) {
      if (Notification.permission !== "denied")
        setProblem(t("alerts.pushFailed", { reason: (error as Error).message }));
    }
    setState(await currentState().catch(() => "unsupported" as const));
    setPending(false);
    void revalidate();
  }

  return (
    <Card as="section" tone="brand">
      <CardHeader
        title={t("alerts.pushTitle")}
        text={t("alerts.pushText")}
        action={<Chip tone={devices > 0 ? "ok" : "plain"}>{t("alerts.devices", { count: devices })}</Chip>}
      />
      <div className="grid gap-3" aria-live="polite">
        {state === "on" ? <p className="font-semibold">{t("alerts.pushIsOn")}</p> : null}
        {state === "denied" ? <Notice tone="sun">{t("alerts.pushDenied")}</Notice> : null}
        {state === "unsupported" ? <Notice tone="sun">{t("alerts.pushUnsupported")}</Notice> : null}
        {problem ? (
          <Notice tone="lost" role="alert">
            {problem}
          </Notice>
        ) : null}
        {state === "on" || state === "off" ? (
          <div>
            <Button
              variant={state === "on" ? "ghost" : "brand"}
              pending={isPending}
              onClick={change}
              icon={<Bell aria-hidden />}
            >
              {state === "on" ? t("alerts.pushOff") : t("alerts.pushOn")}
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  );
}
