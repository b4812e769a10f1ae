import { href } from "react-router";
import { AccountFrame } from "#app/features/auth/account-frame.tsx";
import type { WordKey } from "#app/platform/i18n/words.ts";
import type { Route } from "./+types/phone-sign-in-page";
import { handlePhoneSignIn, loadPhoneSignIn } from "./phone-sign-in-steps.server.ts";
import { PhoneSignInStep, usePhoneSignInHeading } from "./phone-sign-in-steps.tsx";

export const handle = {
  i18n: ["accounts", "phone"],
  showsRefusal: true,
  title: "accounts.phone.title" satisfies WordKey,
};

const place = { here: href("/auth/phone") };

export const loader = (args: Route.LoaderArgs) => loadPhoneSignIn(args, place);
export const action = (args: Route.ActionArgs) => handlePhoneSignIn(args, place);

/**
 * Page to sign in or sign up by phone number: the number, then at one URL the code, and the name or second proof.
 */
export default function PhoneSignInPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  return (
    <AccountFrame to={loaderData.to} {...usePhoneSignInHeading(loaderData)}>
      <PhoneSignInStep step={loaderData} answer={answer} />
    </AccountFrame>
  );
}
