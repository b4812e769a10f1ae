/** The most characters of the reason for a suspension. */
export const longestReason = 300;
