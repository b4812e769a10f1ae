import type { Say } from "#app/platform/i18n/words.ts";
import type { AlertKind, AlertParams } from "./alerts.rules.ts";

/** An alert in words: for the inbox, the toast, the letter and the push alike. */
export function alertWords(say: Say, kind: AlertKind, params: AlertParams) {
  const values = { ...params, petName: params.petName ?? say("alerts.yourPet") };
  const name = params.finderName || say("alerts.somebody");
  return {
    title: say(`alerts.kinds.${kind}.title`, { ...values, finderName: name }),
    text: params.place
      ? say("alerts.withPlace", {
          text: say(`alerts.kinds.${kind}.text`, { ...values, finderName: name }),
          place: params.place,
        })
      : say(`alerts.kinds.${kind}.text`, { ...values, finderName: name }),
    quote: params.text || undefined,
    action: say(`alerts.kinds.${kind}.action`),
  };
}
