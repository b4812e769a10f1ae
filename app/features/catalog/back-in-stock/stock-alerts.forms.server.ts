import * as z from "zod";
import { emailLine } from "#app/platform/http/forms/text-fields.server.ts";

export const stockAlertForm = z.object({ email: emailLine });
