export const authors = ["owner", "finder"] as const;

export const messageMaxLength = 2000;
