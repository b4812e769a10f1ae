import { request } from "../../bench/request.ts";
import { visitorHeaders } from "../../bench/visitors.ts";

/** What one opening of a tag's page came to. */
export interface Scan {
  status: number;
  /** The id of the recorded scan, which stands on the page. */
  id: string;
}

/** A stranger opens a tag's page on a phone. Status 0 when the connection broke before the whole answer was there. */
export async function scan(url: string, code = "DEMO-LINKED", visitor = 0): Promise<Scan> {
  const headers = { ...visitorHeaders(visitor), "accept-encoding": "identity" };
  const answer = await request(`${url}/tag/${code}`, headers).catch(() => null);
  const id = /name="scan" value="([0-9a-f-]{36})\./.exec(answer?.body.toString() ?? "")?.[1] ?? "";
  return { status: answer?.status ?? 0, id };
}

/** Signs a demo account in through the form, and gives the cookie. */
export async function signIn(url: string, email = "owner@aleef.test", password = "Aleef-demo-1"): Promise<string> {
  const answer = await fetch(`${url}/auth`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ intent: "signIn", email, password }),
  });
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("aleef.session_token="));
  if (!cookie) throw new Error(`${email} could not sign in: ${answer.status}\n${await answer.text()}`);
  return cookie.slice(0, cookie.indexOf(";"));
}
