export const authors = ["owner", "finder"] as const;
export type Author = (typeof authors)[number];

export const messageMaxLength = 2000;
