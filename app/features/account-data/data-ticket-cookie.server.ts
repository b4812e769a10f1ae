import { parse, serialize } from "hono/utils/cookie";
import { href } from "react-router";
import { ticketSeconds } from "./data-export.server.ts";

const name = "data-ticket";

export function createExportTicketCookie(ticket: string, secure: boolean): string {
  // The page's data is requested at `my-data.data`, which a longer path would not match.
  const path = href("/dashboard/settings");
  return serialize(name, ticket, { path, httpOnly: true, sameSite: "Strict", secure, maxAge: ticketSeconds });
}

export function readExportTicket(request: Request): string | undefined {
  return parse(request.headers.get("cookie") ?? "", name)[name];
}
