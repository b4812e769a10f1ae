interface Kept {
  value: string;
  path: string;
}

/** A browser's cookies with the attributes that the app uses: name, value, path, and removal by `Max-Age=0`. */
export class Visitor {
  readonly cookies = new Map<string, Kept>();

  keep(setCookies: string[], at: string): void {
    for (const line of setCookies) {
      const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
      const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      const read = (key: string) =>
        attributes.find((one) => one.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
      if (read("max-age") === "0") this.cookies.delete(name);
      else this.cookies.set(name, { value, path: read("path") ?? at });
    }
  }

  set(name: string, value: string): this {
    this.cookies.set(name, { value, path: "/" });
    return this;
  }

  value(name: string): string | undefined {
    return this.cookies.get(name)?.value;
  }

  cookiesFor(path: string): string {
    const sent = [...this.cookies].filter(
      ([, kept]) => path === kept.path || path.startsWith(kept.path.replace(/\/?$/, "/")),
    );
    return sent.map(([name, kept]) => `${name}=${kept.value}`).join("; ");
  }

  /** Returns a copy with the same cookies, like a window that is still open. */
  copy(): Visitor {
    const other = new Visitor();
    for (const [name, kept] of this.cookies) other.cookies.set(name, kept);
    return other;
  }
}
