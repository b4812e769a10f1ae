import type { Owned } from "./permission-data.ts";
import { type PrivateValue, recordValues } from "./private-values.ts";

/**
 * Who has access. With `owner`, the address belongs to one person: every other signed-in user, including
 * administrators, gets 404.
 */
export type Access = "everyone" | "members" | "owner" | "admins";

export interface Rule {
  access: Access;
  path: (owned: Owned) => string;
  /** Status of a GET for those with access, 200 by default. */
  get?: number;
  /** Status of a GET for signed-in users, if different. */
  getSignedIn?: number;
  /** Where a GET leads visitors, if the page has a sign-in page of its own. */
  signInPage?: string;
  /** The response is an event stream, which never ends. */
  isStream?: boolean;
  /** Tables that a GET may change. All others stay unchanged. */
  getWrites?: readonly string[];
  /** Form to post and the status for those with access. Without it the route has no action and responds with 405. */
  post?: { form: (owned: Owned) => Record<string, string>; status: number };
  /** Status for other signed-in users who post a form about the owner's data. */
  postByOthers?: number;
  /** Posting ends the session, so each request needs a new one. */
  endsSession?: boolean;
  /** Private values that others than the owner may read here. */
  shows?: PrivateValue[];
  /** Responses to a caregiver who may edit the owner's pet, where they differ from those to other users. */
  caregiver?: {
    get?: number;
    post?: { form?: (owned: Owned) => Record<string, string>; status: number };
    shows?: readonly PrivateValue[];
  };
}

/** A caregiver may read all of the pet's profile and record except what is the owner's alone. */
const record = Object.keys(recordValues) as (keyof typeof recordValues)[];
export const readsRecord = (post?: NonNullable<Rule["caregiver"]>["post"]): Partial<Rule> => ({
  caregiver: { get: 200, shows: record, ...(post && { post }) },
});

export const empty = () => ({});
const at = (path: string) => () => path;

export const open = (path: string, more: Partial<Rule> = {}): Rule => ({ access: "everyone", path: at(path), ...more });
export const members = (path: string, more: Partial<Rule> = {}): Rule => ({
  access: "members",
  path: at(path),
  ...more,
});
export const admins = (path: string, more: Partial<Rule> = {}): Rule => ({ access: "admins", path: at(path), ...more });
export const owners = (path: Rule["path"], more: Partial<Rule> = {}): Rule => ({ access: "owner", path, ...more });
export const refusedForm = { form: empty, status: 400 };
