import type { Owned } from "./permission-data.ts";
import type { Canary } from "./private-values.ts";

/** Who may pass. `owner` is a thing of one person's: for every other signed-in person, administrators too, it is not there. */
export type Circle = "everyone" | "members" | "owner" | "admins";

export interface Rule {
  circle: Circle;
  path: (owned: Owned) => string;
  /** How a page answers those who may pass; 200 when not said. */
  get?: number;
  /** The same for the signed-in, where it differs. */
  getSignedIn?: number;
  /** Nothing but the events of a stream, which never ends. */
  isStream?: boolean;
  /** The tables that asking for it may change; every other GET leaves all as it was. */
  getWrites?: readonly string[];
  /** What is posted, and how those who may pass are answered; without it there is no action and everybody gets 405. */
  post?: { form: (owned: Owned) => Record<string, string>; status: number };
  /** The status for a signed-in person who posts a form about a thing of the owner's. */
  postOfOthers?: number;
  /** Posting ends the session, so that each needs one of its own. */
  endsSession?: boolean;
  /** What others than the owner may read here. */
  shows?: Canary[];
  /** How somebody who cares for the owner's pet, and may edit it, is answered where that differs from all others. */
  ofCaregiver?: {
    get?: number;
    post?: { form?: (owned: Owned) => Record<string, string>; status: number };
    shows?: readonly Canary[];
  };
}

/** Of the pet's profile and record a caregiver reads everything that is not the owner's alone. */
const record: readonly Canary[] = [
  "microchip",
  "hiddenNotes",
  "hiddenDiet",
  "hiddenBehaviours",
  "hiddenUrgent",
  "hiddenBreed",
  "conditions",
  "medications",
  "bloodType",
  "medicalNotes",
  "vetName",
  "vetPhone",
  "clinicAddress",
];
export const readsRecord = (post?: NonNullable<Rule["ofCaregiver"]>["post"]): Partial<Rule> => ({
  ofCaregiver: { get: 200, shows: record, ...(post && { post }) },
});

export const empty = () => ({});
const at = (path: string) => () => path;

export const open = (path: string, more: Partial<Rule> = {}): Rule => ({ circle: "everyone", path: at(path), ...more });
export const members = (path: string, more: Partial<Rule> = {}): Rule => ({
  circle: "members",
  path: at(path),
  ...more,
});
export const admins = (path: string, more: Partial<Rule> = {}): Rule => ({ circle: "admins", path: at(path), ...more });
export const owners = (path: Rule["path"], more: Partial<Rule> = {}): Rule => ({ circle: "owner", path, ...more });
export const refusedForm = { form: empty, status: 400 };
