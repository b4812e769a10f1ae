import type { useForm } from "@conform-to/react";
import type { ReportFields } from "../reports.forms.server.ts";

type Opened = ReturnType<typeof useForm<ReportFields>>;

export type ReportFormMeta = Opened[0];
export type ReportFieldset = Opened[1];
