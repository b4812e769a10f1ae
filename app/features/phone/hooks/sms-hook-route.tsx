import { readRawText } from "#app/platform/http/forms/request-body.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { readSmsHook } from "#app/platform/phone/sms.server.ts";
import type { Route } from "./+types/sms-hook-route";
import { receiveInbound, receiveReceipt } from "./receive.server.ts";

/** Webhook for receipts of SMS and received messages. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(appContext);
  const { sms, publicUrl } = ctx.settings;
  if (!sms) return Response.json({ result: "off" }, { status: 404 });
  const body = await readRawText({ request, context });
  if (body === null) return Response.json({ result: "malformed" }, { status: 413 });
  // The carrier signed the public URL, not the one behind a proxy.
  const { pathname, search } = new URL(request.url);
  const url = `${publicUrl}${pathname}${search}`;
  const read = readSmsHook(sms, { url, body, headers: request.headers, now: ctx.clock.now() });
  if (read === "unsigned") return Response.json({ result: read }, { status: 401 });
  if (read === "malformed") return Response.json({ result: read }, { status: 400 });
  for (const receipt of read.receipts) await receiveReceipt(ctx, receipt);
  for (const message of read.inbound) await receiveInbound(ctx, message);
  return Response.json({ result: "done" });
}
