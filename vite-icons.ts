import path from "node:path";
import type { Plugin } from "vite";

const name = /^lucide-react\/icons\/([\w-]+)$/;
const prefix = "\0icon:";
const component = path.join(import.meta.dirname, "app/platform/ui/icon.tsx");

type Shape = [element: string, attributes: Record<string, string>];

const write = ([element, { key: _, ...attributes }]: Shape) =>
  `<${element}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${value}"`)
    .join("")}/>`;

/**
 * Vite plugin: an icon of Lucide becomes one element with its shapes as text (`renderIcon`). Lucide's own component
 * renders each shape by itself inside two more components, which cost a page's rendering five times as much.
 */
export function icons(): Plugin {
  return {
    name: "icons",
    enforce: "pre",
    resolveId: (id) => (name.test(id) ? prefix + name.exec(id)?.[1] : null),
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const { __iconData: icon } = await import(`lucide-react/icons/${id.slice(prefix.length)}`);
      const shapes = (icon.node as Shape[]).map(write).join("");
      return `import { renderIcon } from ${JSON.stringify(component)};
const shapes = { __html: ${JSON.stringify(shapes)} };
export default (props) => renderIcon(shapes, props);`;
    },
  };
}
