import { isEqualSecret } from "#app/platform/crypto/secrets.server.ts";
import { readRawText } from "#app/platform/http/forms/request-body.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { readAnswerJson } from "#app/platform/phone/carrier.server.ts";
import { isWhatsAppSigned, readWhatsAppWebhook } from "#app/platform/phone/whatsapp.server.ts";
import type { Route } from "./+types/whatsapp-hook-route";
import { receiveInbound, receiveReceipt } from "./receive.server.ts";

/** Responds to Meta's verification of the webhook's URL (`hub.challenge`, Webhooks "Verification Requests"). */
export function loader({ request, context }: Route.LoaderArgs) {
  const { whatsapp } = context.get(appContext).settings;
  const query = new URL(request.url).searchParams;
  const isOurs = whatsapp && isEqualSecret(query.get("hub.verify_token") ?? "", whatsapp.verifyToken);
  if (!isOurs || query.get("hub.mode") !== "subscribe") return new Response("Not found", { status: 404 });
  return new Response(query.get("hub.challenge") ?? "", { headers: { "content-type": "text/plain" } });
}

/**
 * Webhook for WhatsApp's receipts and received messages (`x-hub-signature-256`). Responds with an error if they cannot
 * be stored, so that Meta retries.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(appContext);
  const { whatsapp } = ctx.settings;
  if (!whatsapp) return Response.json({ result: "off" }, { status: 404 });
  const body = await readRawText({ request, context });
  if (body === null) return Response.json({ result: "malformed" }, { status: 413 });
  if (!isWhatsAppSigned(whatsapp.appSecret, body, request.headers.get("x-hub-signature-256")))
    return Response.json({ result: "unsigned" }, { status: 401 });
  const read = readWhatsAppWebhook(readAnswerJson(body), whatsapp.phoneNumberId);
  if (!read) return Response.json({ result: "malformed" }, { status: 400 });
  for (const receipt of read.receipts) await receiveReceipt(ctx, receipt);
  for (const message of read.inbound) await receiveInbound(ctx, message);
  return Response.json({ result: "done" });
}
