/** Maximum lengths of a clinic's texts. */
export const maxLengths = { name: 80, area: 120, hours: 60 } as const;

/** Clinics of one governorate that a finder is shown. */
export const maxShown = 3;
