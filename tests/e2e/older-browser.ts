/**
 * Runs in each page before its scripts. Removes what Safari 16.4 and Chrome 111, the oldest browsers that we support, do
 * not have, so that every end-to-end test fails on code that needs it. Each entry names the owner's path and properties.
 */
export function removeNewFeatures(): void {
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  const removed: [object | undefined, ...string[]][] = [
    [Promise, "withResolvers", "try"],
    [Object, "groupBy"],
    [Map, "groupBy"],
    [Array, "fromAsync"],
    [RegExp, "escape"],
    [Math, "sumPrecise", "f16round"],
    [Error, "isError"],
    [Uint8Array, "fromBase64", "fromHex"],
    [Uint8Array.prototype, "toBase64", "toHex", "setFromBase64", "setFromHex"],
    [ArrayBuffer.prototype, "transfer", "transferToFixedLength", "resize"],
    [String.prototype, "isWellFormed", "toWellFormed"],
    [Set.prototype, "union", "intersection", "difference", "symmetricDifference"],
    [Set.prototype, "isSubsetOf", "isSupersetOf", "isDisjointFrom"],
    [iterator, "map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find"],
    [Intl, "DurationFormat"],
    [URL, "canParse", "parse"],
    [URLSearchParams.prototype, "size"],
    [AbortSignal, "any"],
    [Element.prototype, "moveBefore"],
    [Document, "parseHTMLUnsafe"],
    [window, "Iterator", "Temporal", "scheduler", "cookieStore", "navigation", "requestIdleCallback"],
  ];
  for (const [owner, ...names] of removed) for (const name of names) if (owner) Reflect.deleteProperty(owner, name);
}
