import { brotliCompressSync, constants, gunzipSync } from "node:zlib";
import { type Figure, kb } from "./figures.ts";
import { request } from "./request.ts";
import { visitorHeaders } from "./visitors.ts";

/** Bytes that fit into the initial congestion window of ten packets (RFC 6928). */
const maxBytes = 14_000;
const maxPhotoBytes = 20_000;

/** Measures what a phone fetches before and after it can show the page of a linked tag. */
export async function measureFinderPage(url: string, code: string): Promise<Figure[]> {
  const page = await request(`${url}/tag/${code}`, visitorHeaders(1));
  if (page.status !== 200 || page.headers["content-encoding"] !== "gzip")
    throw new Error(`The finder's page answered ${page.status}, ${page.headers["content-encoding"]}.`);
  const html = gunzipSync(page.body).toString();
  const head = page.size - page.body.length;
  const brotli = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length + head;
  const scripts = html.match(/<script[^>]*\ssrc=/g)?.length ?? 0;
  const sheets = html.match(/<link[^>]*rel="(?:stylesheet|preload|modulepreload)"/g)?.length ?? 0;
  const own = new URL(url).host;
  const hosts = [...html.matchAll(/(?:src|href|srcset|action)="(https?:)?\/\/([^/"]+)/gi)].map((match) => match[2]);
  const origins = new Set([own, ...hosts]).size;
  const photoPath = /<source type="image\/avif" srcset="([^"]+)"/i.exec(html)?.[1];
  const photo = photoPath ? await request(`${url}${photoPath}`, visitorHeaders(1)) : null;
  const under = (what: string, bytes: number, most: number): Figure => ({
    what,
    measured: kb(bytes),
    beside: `≤ ${kb(most)}`,
    isMet: bytes > 0 && bytes <= most,
  });
  return [
    under("Finder page: whole first response with headers, gzip as served", page.size, maxBytes),
    under("… the same in brotli", brotli, maxBytes),
    {
      what: "… scripts and style sheets fetched before the first render",
      measured: `${scripts + sheets}`,
      beside: "0",
      isMet: scripts + sheets === 0,
    },
    { what: "… origins", measured: `${origins}`, beside: "1", isMet: origins === 1 },
    under("… pet's photo, loaded afterwards (AVIF)", photo?.status === 200 ? photo.body.length : 0, maxPhotoBytes),
  ];
}
