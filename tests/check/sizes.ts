const limits = { most: 300, p95: 250, median: 80 };

interface Size {
  file: string;
  lines: number;
}

export interface Sizes {
  all: Size[];
  median: number;
  p95: number;
  most: Size;
}

/** Lines of each file, shortest first, with the middle one and the one that only a twentieth exceeds. */
export function sizesOf(texts: ReadonlyMap<string, string>): Sizes {
  const all = [...texts]
    .map(([file, text]) => ({ file, lines: text.replace(/\n$/, "").split("\n").length }))
    .sort((one, other) => one.lines - other.lines);
  const at = (share: number) => all[Math.max(0, Math.ceil(all.length * share) - 1)] ?? { file: "none", lines: 0 };
  return { all, median: at(0.5).lines, p95: at(0.95).lines, most: at(1) };
}

export function tooLong({ all, median, p95 }: Sizes): string[] {
  return [
    ...all
      .filter(({ lines }) => lines > limits.most)
      .map(({ file, lines }) => `${file}: ${lines} lines, more than ${limits.most}`),
    ...(median > limits.median ? [`the median file has ${median} lines, more than ${limits.median}`] : []),
    ...(p95 > limits.p95 ? [`a twentieth of the files has more than ${p95} lines, the limit is ${limits.p95}`] : []),
  ];
}
