import type { useForm } from "@conform-to/react";
import type { PetFields } from "../pets.forms.server.ts";

type Opened = ReturnType<typeof useForm<PetFields>>;

export type PetFormMeta = Opened[0];
export type PetFieldset = Opened[1];
