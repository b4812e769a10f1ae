import Monitor from "lucide-react/icons/monitor";
import Smartphone from "lucide-react/icons/smartphone";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatAgo } from "#app/platform/i18n/format.ts";
import { Chip } from "#app/platform/ui/chip.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import type { OwnSession } from "./own-sessions.server.ts";

/** List of the devices that are signed in, with buttons to sign out one or all of the others. */
export function DeviceList({ devices }: { devices: OwnSession[] }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-5">
      <ul aria-label={t("accounts.settings.sessions")} className="grid divide-y divide-line">
        {devices.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {devices.length > 1 && <SignOutMany intent="endOthers" words="signOutOthers" />}
        <SignOutMany intent="signOutEverywhere" words="signOutEverywhere" />
      </div>
    </div>
  );
}

function Device({ device }: { device: OwnSession }) {
  const { t } = useTranslation();
  const { language, now } = useViewer();
  const Icon = device.isHandheld ? Smartphone : Monitor;
  const name = [device.browser, device.os].filter(Boolean).join(" · ") || t("accounts.settings.unknownDevice");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <span aria-hidden="true" className="grid size-11 place-items-center rounded-1 bg-brand-soft text-brand-deep">
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <Ltr>{name}</Ltr>
          {device.isHere && <Chip tone="ok">{t("accounts.settings.thisDevice")}</Chip>}
        </p>
        <p className="text-sm text-ink-2">
          {device.isHere
            ? t("accounts.settings.usedNow")
            : t("accounts.settings.lastUsed", { ago: formatAgo(device.lastUsedAt, new Date(now), language) })}
          {device.network && (
            <>
              {" · "}
              <Ltr>{device.network}</Ltr>
            </>
          )}
        </p>
      </div>
      {!device.isHere && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="sessionId" value={device.id} />
          <SubmitButton
            name="intent"
            value="endSession"
            variant="ghost"
            size="sm"
            match={{ sessionId: device.id }}
            aria-label={t("accounts.settings.signOutDevice", { device: name })}
          >
            {t("accounts.settings.signOut")}
          </SubmitButton>
        </Form>
      )}
    </li>
  );
}

function SignOutMany({ intent, words }: { intent: string; words: "signOutOthers" | "signOutEverywhere" }) {
  const { t } = useTranslation();
  return (
    <Form method="post" preventScrollReset>
      <ConfirmDialog
        trigger={
          <SubmitButton name="intent" value={intent} variant="ghost">
            {t(`accounts.settings.${words}`)}
          </SubmitButton>
        }
        title={t(`accounts.settings.${words}Title`)}
        description={t(`accounts.settings.${words}Text`)}
        confirmLabel={t(`accounts.settings.${words}`)}
        cancelLabel={t("form.cancel")}
      />
    </Form>
  );
}
