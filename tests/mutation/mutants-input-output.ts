import type { Mutant } from "./mutant.ts";

const serverApp = "app/platform/http/server/server-app.server.ts";
const readPicture = "app/platform/files/read-picture.server.ts";
const petPhoto = "app/features/pets/pet-photo.server.ts";
const petPhotos = ["app/features/pets/photos/pet-photos.test.ts"];
const publicReport = "app/features/lost-found/report/public-report.server.ts";
const overHttp = ["app/platform/http/server/server-app.test.ts"];

/** Mutants of input validation and output: what strangers send and what the app reveals. */
export const inputOutputMutants: readonly Mutant[] = [
  {
    name: "Any redirect target that starts with a slash is accepted",
    changes: [
      {
        file: "app/platform/http/safe-path.ts",
        from: 'if (!text || text.length > 1_000 || !text.startsWith("/")) return fallback;',
        to: 'if (!text || text.length > 1_000 || !text.startsWith("/")) return fallback;\n  if (text) return text;',
      },
    ],
    tests: ["app/platform/http/safe-path.test.ts"],
  },
  {
    name: "Rate limits count by the visitor's own X-Forwarded-For header",
    changes: [
      {
        file: serverApp,
        from: "address: getClientAddress(socket, forwardedFor, settings.trustedProxies),",
        to: "address: forwardedFor ?? getClientAddress(socket, null, settings.trustedProxies),",
      },
    ],
    tests: overHttp,
  },
  {
    name: "Proxy headers are trusted from any sender",
    changes: [
      {
        file: "app/platform/http/server/client-address.server.ts",
        from: "if (!isTrusted(own, trusted)) return own.toString();",
        to: "if (!forwardedFor) return own.toString();",
      },
    ],
    tests: ["app/platform/http/server/client-address.test.ts"],
  },
  {
    name: "Forms from other sites are accepted",
    changes: [
      {
        file: "app/platform/http/server/server-app.server.ts",
        from: 'return origin ? own.has(origin) : site === "same-origin";',
        to: "return Boolean(origin) || own.size > 0;",
      },
    ],
    tests: overHttp,
  },
  {
    name: "The files of a photo are left behind when inserting its row fails",
    changes: [
      {
        file: petPhoto,
        from: "    () => deletePhoto(files, photoId),",
        to: "    async () => undefined,",
      },
    ],
    tests: petPhotos,
  },
  {
    name: "The original of a photo is stored under the visitor's file name",
    changes: [
      {
        file: petPhoto,
        from: "  return withStoredFiles(\n    () => work(photoId),",
        to: `  await files.put(\`photos/\${photo.name}\`, new Uint8Array(await photo.arrayBuffer()), photo.type);\n  return withStoredFiles(\n    () => work(photoId),`,
      },
    ],
    tests: petPhotos,
    only: "name",
  },
  {
    name: "Photos keep their location and camera data",
    changes: [
      {
        file: readPicture,
        from: ".png({ compressionLevel: 0 })",
        to: ".keepExif()\n      .png({ compressionLevel: 0 })",
      },
      {
        file: "app/platform/files/photos.server.ts",
        from: "picture().resize({ width, withoutEnlargement: true })",
        to: "picture().keepExif().resize({ width, withoutEnlargement: true })",
      },
    ],
    tests: petPhotos,
  },
  {
    name: "An SVG is accepted as a photo",
    changes: [
      {
        file: readPicture,
        from: '  if (!format) throw new AppError("form.photoNotImage", 415, { field });\n',
        to: "",
      },
      {
        file: readPicture,
        from: "const limits = {",
        to: "const limits = { svg: { pixels: 40_000_000, perByte: 500 },",
      },
      {
        file: readPicture,
        from: '"VipsForeignLoadJpegBuffer",',
        to: '"VipsForeignLoadSvgBuffer", "VipsForeignLoadJpegBuffer",',
      },
    ],
    tests: petPhotos,
  },
  {
    name: "CSV files contain user input as formulas",
    changes: [
      {
        file: "app/platform/http/csv/csv.server.ts",
        from: 'escape_formulas: reader === "person"',
        to: "escape_formulas: false",
      },
    ],
    tests: ["app/platform/http/csv/csv.test.ts"],
  },
  {
    name: "The owner's notes are not escaped on the finder's page",
    changes: [
      {
        file: "app/features/scans/finder-page/finder-views.server.tsx",
        from: '<dd dir="auto">{text}</dd>',
        to: '<dd dir="auto" dangerouslySetInnerHTML={{ __html: text ?? "" }} />',
      },
    ],
    tests: ["app/features/scans/finder-page/finder-page.test.ts"],
  },
  {
    name: "The owner's texts are not escaped on the pet's public page",
    changes: [
      {
        file: "app/features/pets/profile/finder-view.tsx",
        from: "<bdi>{text}</bdi>\n    </p>",
        to: "<bdi dangerouslySetInnerHTML={{ __html: text }} />\n    </p>",
      },
    ],
    tests: ["app/features/pets/profile/finder-view.test.ts"],
  },
  {
    name: "Responses to a form contain the text of an internal error",
    changes: [
      {
        file: "app/platform/http/forms/form.server.ts",
        from: 'const failure = t(info.isDatabaseDown ? "errorPage.outage" : (options.failed ?? "common.error.general"));',
        to: "const failure = error.message;",
      },
    ],
    tests: ["app/platform/http/forms/form.test.ts"],
  },
  {
    name: "Responses contain the text of an error outside the app",
    changes: [{ file: serverApp, from: 'c.text("Something went wrong", 500)', to: "c.text(error.message, 500)" }],
    tests: overHttp,
  },
  {
    name: "The log contains cookies",
    changes: [
      {
        file: serverApp,
        from: "      method: c.req.method,\n",
        to: '      method: c.req.method,\n      cookie: c.req.header("cookie"),\n',
      },
    ],
    tests: overHttp,
  },
  {
    name: "The log contains full URLs including their keys",
    changes: [{ file: serverApp, from: "path: secretPaths.write(c.req.path, c.res.status),", to: "path: c.req.path," }],
    tests: overHttp,
  },
  {
    name: "The log contains the values of a failed statement",
    changes: [
      {
        file: "app/platform/log.server.ts",
        from: '"params" in error || "severity" in error || constraint !== undefined',
        to: "constraint !== undefined",
      },
    ],
    tests: ["app/platform/log.test.ts"],
  },
  {
    name: "Sign-up reveals that an address already has an account",
    changes: [
      {
        file: "app/features/auth/sign-in/sign-in.server.ts",
        from: "if (!isLater) throw error;",
        to: "throw error;",
      },
    ],
    tests: ["app/features/auth/sign-up/sign-up.test.ts"],
  },
  {
    name: "A public report contains its whole row with name, phone and street",
    changes: [
      { file: publicReport, from: "import { and, eq, gt,", to: "import { and, eq, getTableColumns, gt," },
      {
        file: publicReport,
        from: "export const publicColumns = {",
        to: "export const publicColumns = {\n  ...getTableColumns(posts),",
      },
    ],
    tests: ["app/features/lost-found/reports.test.ts"],
    only: "contains nothing private",
  },
];
