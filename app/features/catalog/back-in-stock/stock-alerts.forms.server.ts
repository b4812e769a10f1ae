import * as z from "zod";
import { emailField } from "#app/features/auth/auth.forms.server.ts";

export const stockAlertForm = z.object({ email: emailField });
