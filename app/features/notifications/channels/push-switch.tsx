import Bell from "lucide-react/icons/bell";
import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import HomeScreenSteps from "./home-screen-steps.tsx";
import { isUnreachable, PushRefusedError, type PushState, pushState, turnPushOff, turnPushOn } from "./push-device.ts";

type State = PushState | "asking";

/** Switch for push on the current device; the browser asks for permission only after it is pressed. */
export function PushSwitch({ publicKey, devices }: { publicKey: string; devices: number }) {
  const { revalidate } = useRevalidator();
  const { t, user } = useViewer();
  const [state, setState] = useState<State>("asking");
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    pushState().then(setState, (error) => {
      setState(isUnreachable(error) ? "off" : "unsupported");
      if (isUnreachable(error)) setProblem(t("notifications.pushUnreachable"));
    });
  }, [t]);

  async function change() {
    setPending(true);
    setProblem(null);
    try {
      await (state === "on" ? turnPushOff() : turnPushOn(publicKey, user?.id ?? ""));
    } catch (error) {
      if (error instanceof PushRefusedError) setProblem(error.message);
      else if (isUnreachable(error)) setProblem(t("notifications.pushUnreachable"));
      else if (Notification.permission !== "denied") setProblem(t("notifications.pushFailed"));
    }
    setState(await pushState().catch((error) => (isUnreachable(error) ? state : "unsupported")));
    setPending(false);
    void revalidate();
  }

  return (
    <Card as="section" tone="brand">
      <CardHeader
        title={t("notifications.pushTitle")}
        text={t("notifications.pushText")}
        action={<Chip tone={devices > 0 ? "ok" : "plain"}>{t("notifications.devices", { count: devices })}</Chip>}
      />
      <div className="grid *:[grid-area:1/1]">
        {/* Reserves space for the longest notice, so that the layout does not shift when the browser responds. */}
        <Notice tone="sun" className="invisible" aria-hidden>
          {t("notifications.pushDenied")}
        </Notice>
        <div className="grid content-start gap-3" aria-live="polite">
          {state === "on" ? <p className="font-semibold">{t("notifications.pushIsOn")}</p> : null}
          {state === "denied" ? <Notice tone="sun">{t("notifications.pushDenied")}</Notice> : null}
          {state === "unsupported" ? <Notice tone="sun">{t("notifications.pushUnsupported")}</Notice> : null}
          {state === "homeScreen" ? (
            <Notice title={t("homeScreen.title")}>
              <HomeScreenSteps />
            </Notice>
          ) : null}
          {problem ? (
            <Notice tone="lost" role="alert">
              {problem}
            </Notice>
          ) : null}
          {state === "on" || state === "off" ? (
            <div>
              <Button variant="ghost" pending={isPending} onClick={change} icon={<Bell aria-hidden />}>
                {state === "on" ? t("notifications.pushOff") : t("notifications.pushOn")}
              </Button>
            </div>
          ) : null}
        </div>
      </div>
    </Card>
  );
}
