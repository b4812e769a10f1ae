import { useState } from "react";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Switch } from "#app/platform/ui/forms/choice.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { channels, kindsFor, type Preferences } from "../notifications.rules.ts";

type Typed = Partial<Record<string, Partial<Record<string, string>>>>;

/** Table of notification kinds (rows) by channel (columns). */
export function ChannelChoices({
  choices,
  isOpen,
  answer,
}: {
  choices: Preferences;
  /** Initially expanded, because the user has custom choices. */
  isOpen: boolean;
  answer: FormAnswer | undefined;
}) {
  const { t, user } = useViewer();
  const typed = answer?.form.initialValue as Typed | undefined;
  // Initial choices; another window's changes may arrive while the form is open.
  const [shown] = useState(() =>
    kindsFor(user).flatMap((kind) => channels.filter((one) => choices[kind][one]).map((one) => `${kind}.${one}`)),
  );
  return (
    <Disclosure summary={t("notifications.customise")} open={isOpen || answer !== undefined}>
      <AppForm intent="choices" className="grid gap-5 text-ink">
        <FormErrors errors={answer?.refusal ? [{ message: answer.refusal }] : []} />
        {shown.map((name) => (
          <input key={name} type="hidden" name={`shown.${name}`} value="on" />
        ))}
        {/* If the text is too large for five columns, the kind is placed above its four switches. */}
        <div className="@container">
          <table className="w-full text-sm @max-[22rem]:block">
            <caption className="sr-only">{t("notifications.customise")}</caption>
            <thead className="@max-[22rem]:block">
              <tr className="@max-[22rem]:grid @max-[22rem]:grid-cols-4">
                <th scope="col" className="text-start @max-[22rem]:sr-only">
                  <span className="sr-only">{t("notifications.kind")}</span>
                </th>
                {channels.map((channel) => (
                  <th
                    key={channel}
                    scope="col"
                    className="w-16 pb-2 @max-[22rem]:w-auto text-center text-xs font-[550] text-ink-2 md:w-28"
                  >
                    {t(`notifications.channels.${channel}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="@max-[22rem]:block">
              {kindsFor(user).map((kind) => (
                <tr key={kind} className="border-t border-line @max-[22rem]:grid @max-[22rem]:grid-cols-4">
                  <th scope="row" className="py-3 pe-2 text-start font-[550] @max-[22rem]:col-span-4">
                    {t(`notifications.kinds.${kind}.name`)}
                  </th>
                  {channels.map((channel) => (
                    <td key={channel} className="py-2">
                      <div className="flex justify-center">
                        <Switch
                          className="gap-x-0!"
                          name={`${kind}.${channel}`}
                          defaultChecked={typed ? typed[kind]?.[channel] === "on" : choices[kind][channel]}
                          label={
                            <span className="sr-only">
                              {t("notifications.choice", {
                                kind: t(`notifications.kinds.${kind}.name`),
                                channel: t(`notifications.channels.${channel}`),
                              })}
                            </span>
                          }
                        />
                      </div>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div>
          <SubmitButton>{t("notifications.save")}</SubmitButton>
        </div>
      </AppForm>
    </Disclosure>
  );
}
