import { useTranslation } from "react-i18next";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { MachineSection } from "./machine-section.tsx";
import type { getMachineState } from "./system-status.server.ts";

type PhoneState = Awaited<ReturnType<typeof getMachineState>>["phone"];

/** Section about WhatsApp and SMS: configuration, remaining daily budget, failures, and the templates to register. */
export function PhoneSection({ phone }: { phone: PhoneState }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const { isSet, budget, used, failed, reach, templates } = phone;
  const share = (part: number) =>
    `\u2068${formatNumber(reach.pets === 0 ? 0 : Math.round((100 * part) / reach.pets), language)}%\u2069`;
  const number = (value: number) => formatNumber(value, language);
  const isUsedUp = used >= budget * 0.8;
  const warning = isUsedUp
    ? t(used >= budget ? "system.phoneUsedUp" : "system.phoneNearlyUsedUp")
    : !(isSet.whatsapp && isSet.sms) && t("system.phoneOutbox");
  return (
    <MachineSection
      title={t("system.phone")}
      warning={warning}
      items={[
        { term: t("system.whatsapp"), detail: t(isSet.whatsapp ? "system.phoneSet" : "system.phoneNotSet") },
        { term: t("system.sms"), detail: t(isSet.sms ? "system.phoneSet" : "system.phoneNotSet") },
        {
          term: t("system.phoneBudget"),
          detail: t("system.phoneUsed", { used: number(used), budget: number(budget) }),
        },
        { term: t("system.failedToday"), detail: number(failed) },
        {
          term: t("system.reach"),
          detail: t("system.reachShares", {
            confirmed: share(reach.confirmed),
            phone: share(reach.phone),
            email: share(reach.email),
          }),
        },
        {
          term: t("system.phoneTemplates"),
          detail: (
            <Disclosure summary={t("system.phoneTemplatesShow")}>
              <ul className="grid gap-4 text-sm">
                {templates.map(({ name, en, ar }) => (
                  <li key={name} className="grid gap-1">
                    <Ltr className="font-semibold">{name}</Ltr>
                    <p lang="en" dir="ltr">
                      {en}
                    </p>
                    <p lang="ar" dir="rtl">
                      {ar}
                    </p>
                  </li>
                ))}
              </ul>
            </Disclosure>
          ),
        },
      ]}
    />
  );
}
