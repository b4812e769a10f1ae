import { useT } from "#app/platform/i18n/use-t.ts";
import { type Category, neckCm, type ProductOption } from "../products.rules.ts";

/** Widths in millimetres: a familiar coin, and a dog 500 mm tall at the shoulder from nose to tail. */
const coinMm = 25;
const dogMm = 880;
/** Width in millimetres up to which the product is drawn beside a coin; above it beside a dog. */
const maxMmBesideCoin = 250;

interface Sized {
  category: Category;
  widthMm: number | null;
  options: ProductOption[];
}

/** Size of a product: drawn to scale beside a familiar object, with the neck range of each size. */
export function ProductScale({ product: { category, widthMm, options } }: { product: Sized }) {
  const t = useT();
  const sizes = options.find((option) => option.name === "size")?.values ?? [];
  if (!widthMm && sizes.length === 0) return null;
  return (
    <section className="grid gap-3 rounded-2 border border-line bg-surface p-4">
      <h2 className="text-base">{t("store.scale.title")}</h2>
      {widthMm && <DrawnToScale mm={widthMm} isRound={category === "tags"} />}
      {sizes.length > 0 && (
        <table className="w-full text-start text-sm">
          <thead>
            <tr className="text-xs text-ink-3">
              <th scope="col" className="py-1 text-start font-normal">
                {t("store.product.size")}
              </th>
              <th scope="col" className="py-1 text-start font-normal">
                {t("store.scale.neck")}
              </th>
              <th scope="col" className="py-1 text-start font-normal">
                {t("store.scale.fits")}
              </th>
            </tr>
          </thead>
          <tbody>
            {sizes.map((size) => {
              const [from, to] = neckCm[size];
              return (
                <tr key={size} className="border-t border-line">
                  <th scope="row" className="py-2 pe-3 text-start">
                    {t(`store.sizes.${size}`)}
                  </th>
                  <td className="py-2 pe-3 whitespace-nowrap tabular-nums">{t("store.scale.range", { from, to })}</td>
                  <td className="py-2 text-ink-2">{t(`store.scale.wearers.${size}`)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The product and the object beside it, drawn to the same scale. */
function DrawnToScale({ mm, isRound }: { mm: number; isRound: boolean }) {
  const t = useT();
  const hasCoin = mm <= maxMmBesideCoin;
  const other = hasCoin ? coinMm : dogMm;
  const gap = Math.max(mm, other) * 0.12;
  const share = (part: number) => `${(part / (mm + gap + other)) * 100}%`;
  return (
    <figure className="grid gap-2">
      <div
        aria-hidden="true"
        className="flex items-end"
        style={{ columnGap: share(gap), maxInlineSize: hasCoin ? `${(mm + gap + other) * 2.2}px` : undefined }}
      >
        {isRound ? (
          <span
            className="aspect-square rounded-full border-2 border-brand bg-brand-soft"
            style={{ inlineSize: share(mm) }}
          />
        ) : (
          <span
            className="h-3 border-x-2 border-brand bg-[linear-gradient(var(--color-brand),var(--color-brand))] bg-[length:100%_2px] bg-center bg-no-repeat"
            style={{ inlineSize: share(mm) }}
          />
        )}
        {hasCoin ? (
          <span
            className="grid aspect-square place-items-center rounded-full border-2 border-dashed border-edge bg-sunken text-ink-3"
            style={{ inlineSize: share(other) }}
          />
        ) : (
          <svg
            aria-hidden="true"
            viewBox="0 0 88 74"
            className="h-auto text-ink-3 rtl:-scale-x-100"
            style={{ inlineSize: share(other) }}
          >
            <path
              fill="currentColor"
              d="M1 19c0-3 1-5 4-6l8-3 1-8c0-2 2-2 3-1l5 7c4 2 6 6 7 10l3 5h34c6 0 10-3 13-9l4-7c1-2 5-1 4 2l-5 16c1 5 1 9-1 13l2 12-1 23c0 1-1 1-2 1h-5c-1 0-2-1-2-2l-2-20-8-8c-7 2-15 2-23 1l-2 27c0 1-1 2-2 2h-6c-1 0-2-1-2-2l-2-28c-5-5-7-11-7-17-4 1-9 1-13-1-3-1-4-3-4-5Z"
            />
          </svg>
        )}
      </div>
      <figcaption className="text-sm">
        <b>
          {mm < 1000
            ? t("store.scale.across", { mm: `\u2066${mm}\u2069` })
            : t("store.scale.long", { cm: `\u2066${mm / 10}\u2069` })}
        </b>
        <span className="block text-ink-2">{t(hasCoin ? "store.scale.coin" : "store.scale.dog")}</span>
      </figcaption>
    </figure>
  );
}
