/**
 * Returns `make`, which makes one value for each key and keeps it, unless it is undefined. For formats of Intl: to make
 * one takes longer than to render a row of a list.
 */
export function memoize<Key extends string, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    let value = values.get(key);
    if (value === undefined) {
      value = make(key);
      if (value !== undefined) values.set(key, value);
    }
    return value;
  };
}
