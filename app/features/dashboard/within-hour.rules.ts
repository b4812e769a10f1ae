const hour = 3_600_000;

/**
 * Groups items with the same key within an hour before the group's newest one. Items are sorted newest first; those
 * without a key are not grouped. Groups are sorted by their newest item.
 */
export function groupWithinHour<Item>(
  items: readonly Item[],
  { keyOf, atOf }: { keyOf: (item: Item) => string | null; atOf: (item: Item) => Date },
): [Item, ...Item[]][] {
  const groups: [Item, ...Item[]][] = [];
  const openGroups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = key === null ? undefined : openGroups.get(key);
    if (group && atOf(group[0]).getTime() - atOf(item).getTime() < hour) group.push(item);
    else {
      const newGroup: [Item] = [item];
      groups.push(newGroup);
      if (key !== null) openGroups.set(key, newGroup);
    }
  }
  return groups;
}
