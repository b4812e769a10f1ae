import { members, owners, type Rule, readsRecord } from "./permission-rules.ts";

/** Permissions of the routes about one's own pets and those one cares for. */
export const petsTable: Record<string, Rule> = {
  "features/dashboard/pets-page": members("/dashboard/pets", { caregiver: { shows: ["hiddenBreed"] } }),
  "pet-new": members("/dashboard/pets/new", { post: { form: () => ({ intent: "save" }), status: 400 } }),
  "features/pets/trash/removed-pets-page": members("/dashboard/pets/removed", {
    post: { form: ({ removedPetId }) => ({ intent: "erase", petId: removedPetId }), status: 303 },
    postByOthers: 404,
  }),
  "features/dashboard/pet-page": owners(({ petId }) => `/dashboard/pets/${petId}`, {
    post: { form: () => ({ intent: "photo", photoFocusX: "10", photoFocusY: "10" }), status: 400 },
    postByOthers: 404,
    ...readsRecord({ status: 400 }),
  }),
  "features/pets/caregivers/caregivers-page": owners(({ petId }) => `/dashboard/pets/${petId}/caregivers`, {
    post: { form: () => ({ intent: "invite", email: "sitter@example.com", level: "edit" }), status: 303 },
    postByOthers: 404,
    caregiver: { get: 200 },
  }),
  "features/pets/caregivers/caregiver-invitation-page": members("/dashboard/care-invitations/nobody", {
    get: 404,
    post: { form: () => ({ intent: "decline" }), status: 404 },
  }),
  "features/pets/health/health-page": owners(({ petId }) => `/dashboard/pets/${petId}/health`, {
    post: { form: () => ({ intent: "save", kind: "note", day: "2020-01-02", title: "Scratch" }), status: 303 },
    postByOthers: 404,
    ...readsRecord({ status: 303 }),
  }),
  "features/pets/share-links/share-links-page": owners(({ petId }) => `/dashboard/pets/${petId}/share`, {
    post: { form: () => ({ intent: "add", parts: "vet", days: "1" }), status: 303 },
    postByOthers: 404,
  }),
  "features/pets/documents/pet-card-file": owners(({ petId }) => `/dashboard/pets/${petId}/card.pdf`, readsRecord()),
  "features/scans/finder-page/finder-preview-route": owners(({ petId }) => `/dashboard/pets/${petId}/finder-view`, {
    caregiver: { get: 200 },
  }),
  "pet-edit": owners(({ petId }) => `/dashboard/pets/${petId}/edit`, {
    post: { form: () => ({ intent: "save", name: "Stolen", type: "dog", version: "1" }), status: 303 },
    postByOthers: 404,
    // An outdated version: the form is rejected for that, not for its sender.
    ...readsRecord({
      form: () => ({ intent: "save", name: "Rocky", type: "dog", version: "99" }),
      status: 409,
    }),
  }),
};
