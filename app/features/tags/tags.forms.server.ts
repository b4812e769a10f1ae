import * as z from "zod";
import { createLineField } from "#app/platform/http/forms/fields.server.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { codeKey, customCode } from "./tag-code.rules.ts";
import { maxAtOnce, maxGenerated, maxLabelLength, replaceReasons, tagMarks } from "./tags.rules.ts";

const id = z.uuid();
const text = (max: number) => z.string().trim().max(max, { abort: true });
const asDigits = (value: unknown) => (typeof value === "string" ? foldDigits(value.trim()) : value);

/** Name of a batch: one line without direction marks, which would make two of the same name. */
export const batchName = createLineField(60);

export const generateForm = z.object({
  count: z.preprocess(
    asDigits,
    z
      .string({ error: "tags.countRange" })
      .regex(/^\d{1,3}$/, { error: "tags.countRange" })
      .transform(Number)
      .refine((count) => count >= 1 && count <= maxGenerated, { error: "tags.countRange" }),
  ),
  batch: batchName.optional(),
});

export const customCodeForm = z.object({
  code: z.preprocess(asDigits, z.string().toUpperCase().regex(customCode, { error: "tags.codeShape" })),
});

const idOrNone = z
  .union([id, z.literal("")])
  .optional()
  .transform((value) => value || undefined);

/** Form to claim a tag. Codes that are empty or too short are rejected here, unknown ones by the command. */
export const claimForm = z.object({
  code: text(100)
    .min(1)
    .refine((code) => codeKey(code).length >= 4, { error: "tags.unknown" }),
  claimCode: text(100).optional(),
  petId: idOrNone,
  /** The actor's tag that it replaces. */
  replaces: idOrNone,
});

const reason = z.enum(replaceReasons, { error: "replacement.chooseReason" });
export const askForm = z.object({ reason });
export const inPlaceForm = claimForm.pick({ code: true, claimCode: true });

export const linkForm = z.object({
  tagId: id,
  petId: z.preprocess((value) => value || "-", z.uuid({ error: "tags.selectPet" })),
});
export const tagForm = z.object({ tagId: id });

const seen = z.coerce.number().int();
/** Form of an administrator's action on someone's tag, with the state that they saw. */
export const onBehalfForm = z.object({ seen });
export const linkForOwnerForm = linkForm.omit({ tagId: true }).extend({ seen });

/** `back`: the owner has the tag again. */
export const markForm = z.object({ tagId: id, mark: z.enum([...tagMarks, "back"]) });

export const labelForm = z.object({
  tagId: id,
  label: createLineField(maxLabelLength)
    .optional()
    .transform((label) => label ?? ""),
});

/** Selected tags, or `scope: all` for all that match the search in the URL, `expected` of them. */
export const tagSelectionForm = z.object({
  tagId: z
    .array(id)
    .max(maxAtOnce)
    .optional()
    .transform((ids) => ids ?? []),
  scope: z.literal("all").optional(),
  expected: z.coerce.number().int().catch(-1),
  petId: id.optional().catch(undefined),
});
